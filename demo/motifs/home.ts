import { brass, dark, emblem, hatch, light, type Motif, paper, shade, stroke, turned, wood } from './ink.ts'

export const standing: Record<string, Motif> = {
  folded: ({ accent, variety }) => {
    const bands = ['', 'M110 0h16v62h-16zM134 0h6v62h-6z', 'M250 0h10v62h-10zM266 0h10v62h-10zM282 0h6v62h-6z']
    const cloth = (y: number, grow: number) => `<g transform="translate(0 ${y})">
      <path d="M${90 - grow} 0h${210 + grow * 2}q18 2 18 31t-18 31H${90 - grow}q-14-4-14-31t14-31z"/><path fill="${accent}" d="${bands[variety % 3]}"/>
      <path ${shade} d="M${82 - grow} 50h${226 + grow * 2}q-2 12-10 12H${90 - grow}q-6-2-8-12z"/><path ${stroke('#000', 3)} stroke-opacity=".14" d="M100 31h206"/></g>`
    return cloth(250, 6) + cloth(190, 2) + cloth(130, -4)
  },

  blanket: ({
    accent,
  }) => `<path d="M76 190q0-40 40-40h168q40 0 40 40v122H76z"/>${hatch('M80 176l20 20l20-20l20 20l20-20l20 20l20-20l20 20l20-20l20 20l20-20l20 20l20-20', 4, 0, 30, stroke('#fff', 4, 0.22))}
    <path ${shade} d="M262 150h22q40 0 40 40v122h-62z"/><path fill="${accent}" d="M160 150h16v162h-16zM184 150h6v162h-6z"/>${hatch('M82 312v14', 20, 12.5, 0, stroke('currentColor', 5))}`,

  dishBrush: () =>
    turned(
      32,
      `<path ${wood} d="M190 30h20l6 200h-32z"/><rect x="164" y="226" width="72" height="34" rx="14"/><path fill="#e9dcc0" d="M160 256h80l10 62H150z"/>${hatch('M166 258l-8 58', 7, 11, 0, stroke('#a98c5c', 2))}<circle fill="#efe6d6" cx="200" cy="48" r="5"/>`,
    ),

  clothesBrush: () =>
    `<path fill="#4b3a2d" d="M98 250h204l-8 62H106z"/>${hatch('M112 252v58', 14, 13.5, 0, stroke('#2e241c', 3))}<path d="M80 250q0-70 120-70t120 70z"/><path ${light} d="M104 226q20-34 84-36q-50 12-66 40z"/><path ${shade} d="M80 236h240v14H80z"/>`,

  broom:
    () => `<path ${wood} d="M192 26h16v160h-16z"/><path d="M176 180h48l62 132H114z"/>${hatch('M200 190l-78 120', 1, 0, 0, stroke('#8a6a3a', 3))}${[150, 176, 200, 224, 250].map((x) => `<path ${stroke('#8a6a3a', 3)} d="M200 190L${x} 310"/>`).join('')}
    <path ${stroke('#b5382c', 6)} d="M170 198h60M158 224h84M146 250h108"/><path ${shade} d="M206 180h18l62 132h-50z"/>`,

  candle:
    () => `<rect x="146" y="160" width="108" height="152" rx="8"/><path ${shade} d="M224 160h22q8 0 8 8v136q0 8-8 8h-22z"/><ellipse ${light} cx="200" cy="162" rx="54" ry="9"/><path d="M146 170q8 34 18 8z" ${light}/>
    <path ${stroke('#3d3936', 5)} d="M200 160v-22"/><circle fill="#ffd98a" fill-opacity=".4" cx="200" cy="104" r="52"/><path fill="#f2a83b" d="M200 62q28 36 22 56q-6 20-22 20t-22-20q-6-20 22-56z"/><path fill="#ffe9b0" d="M200 96q12 18 9 28t-9 10t-9-10t9-28z"/>`,

  scentedCandle: (
    ink,
  ) => `<path fill="#fff" fill-opacity=".55" d="M128 148h144v148q0 16-16 16H144q-16 0-16-16z"/><path d="M134 188h132v106q0 12-12 12H146q-12 0-12-12z"/><rect ${paper} x="152" y="214" width="96" height="66" rx="3"/>${emblem(ink, 200, 247, 0.75)}
    <ellipse ${light} cx="200" cy="188" rx="66" ry="9"/><path ${stroke('#3d3936', 5)} d="M200 186v-18"/><circle fill="#ffd98a" fill-opacity=".4" cx="200" cy="130" r="50"/><path fill="#f2a83b" d="M200 94q24 32 19 50q-5 18-19 18t-19-18q-5-18 19-50z"/><path ${light} d="M136 156h10v148h-4q-6 0-6-8z"/>`,

  lamp: () => `<path fill="#ffe3a0" fill-opacity=".3" d="M214 150L340 214L330 300L130 300z"/><path ${stroke('#4a4643', 9)} d="M150 300V150L236 104"/><ellipse ${dark} cx="150" cy="302" rx="60" ry="11"/><circle ${brass} cx="150" cy="150" r="10"/>
    <path d="M232 78l46 24q56 40 66 112L200 144q-2-40 32-66z"/><path ${shade} d="M278 102q56 40 66 112l-40-20q-4-60-26-92z"/><path fill="#fff0c4" d="M200 144l144 70q-10 14-40 4L204 168q-10-12-4-24z"/>`,

  stool:
    () => `<g fill-opacity=".85"><path d="M122 190h26L124 312H98zM252 190h26l24 122h-26zM190 190h22v112h-22z"/></g><path ${shade} d="M190 190h22v112h-22z"/><path d="M78 166q0-16 122-16t122 16v14q0 20-122 20T78 180z"/><ellipse ${light} cx="200" cy="166" rx="120" ry="15"/>
    <g ${dark} fill-opacity=".35"><circle cx="136" cy="166" r="5"/><circle cx="264" cy="166" r="5"/><circle cx="200" cy="172" r="5"/></g>`,

  chair:
    () => `<path ${stroke('currentColor', 14)} d="M132 70L160 190L116 308M268 70L240 190L284 308"/><path ${stroke('#000', 8)} stroke-opacity=".12" d="M268 190L150 308M132 190L250 308"/><path ${stroke('currentColor', 12)} d="M262 200L152 306M138 200L248 306"/>
    <path d="M126 78h148l-4 26H130zM136 118h128l-4 24H140z"/><path d="M112 190h176l12 26H100z"/><path ${light} d="M112 190h176l3 6H109zM126 78h148l-1 6H127z"/><path ${shade} d="M100 208h200v8H100z"/>`,

  basket:
    () => `<path ${stroke('currentColor', 12)} d="M126 164q0-44 34-44t34 44M206 164q0-44 34-44t34 44"/><path d="M88 160h224l-24 140q-2 12-16 12H128q-14 0-16-12z"/>
    ${hatch('M92 184q14-10 28 0t28 0t28 0t28 0t28 0t28 0t24 0', 6, 0, 20, stroke('#000', 5, 0.16))}${hatch('M104 196q14 10 28 0t28 0t28 0t28 0t28 0t24 0', 5, 0, 20, stroke('#fff', 5, 0.18))}
    <path ${shade} d="M264 160h48l-24 140q-2 12-16 12h-24z"/><rect x="80" y="152" width="240" height="20" rx="10"/><path ${paper} fill-opacity=".9" d="M92 152h216q-4-14-16-8q-12-10-26 0q-20-10-36 0q-20-10-40 0q-18-10-36 0q-20-8-34 2q-20-10-28 6z"/>`,

  bin: ({
    accent,
  }) => `<path d="M98 170h204l-14 130q-1 12-14 12H126q-13 0-14-12z"/><path ${shade} d="M256 170h46l-14 130q-1 12-14 12h-24z"/><path ${shade} d="M90 156h220v26H90z"/><rect x="88" y="150" width="224" height="28" rx="8"/><path ${light} d="M94 154h212v7H94z"/>
    <rect fill="${accent}" x="164" y="196" width="72" height="18" rx="9"/><path ${stroke('#fff', 3)} stroke-opacity=".4" stroke-dasharray="8 8" d="M106 300h186"/>`,

  vase: ({
    accent,
    variety,
  }) => `<path ${stroke('#6f8358', 6)} d="M196 160Q180 100 140 64M202 160Q206 96 204 50M206 160Q226 110 266 84"/>
    <g fill="${accent}">${variety % 2 ? '<circle cx="138" cy="60" r="18"/><circle cx="204" cy="44" r="20"/><circle cx="270" cy="80" r="17"/>' : '<ellipse cx="138" cy="56" rx="12" ry="26" transform="rotate(-36 138 56)"/><ellipse cx="204" cy="42" rx="12" ry="28"/><ellipse cx="270" cy="78" rx="12" ry="26" transform="rotate(50 270 78)"/>'}</g>
    <path fill="#6f8358" d="M170 114q-30 6-36-16q30-2 36 16zM216 118q24-2 30 16q-24 4-30-16z"/><path d="M180 150h40q2 16 16 22q56 22 56 70q0 70-68 70h-48q-68 0-68-70q0-48 56-70q14-6 16-22z"/>
    <path ${shade} d="M236 172q56 22 56 70q0 70-68 70h-30q80-20 42-140z"/><ellipse ${shade} cx="200" cy="151" rx="20" ry="5"/><path ${light} d="M126 236q4-26 26-40q-12 26-10 56h-12q-4-6-4-16z"/>`,

  hotWaterBottle: ({
    accent,
  }) => `<rect ${dark} x="184" y="66" width="32" height="30" rx="6"/><path d="M168 92h64l-6 44q64 2 64 52v78q0 46-46 46h-88q-46 0-46-46v-78q0-50 64-52z"/>
    ${hatch('M138 158q12 12 0 24t0 24t0 24t0 24t0 24', 4, 42, 0, stroke('#fff', 6, 0.32))}<path fill="${accent}" d="M168 110h64l-2 14h-60z"/><path ${shade} d="M250 142q40 8 40 46v78q0 46-46 46h-20q40-40 26-170z"/><circle fill="${accent}" cx="200" cy="132" r="12"/>`,
}

export const lying: Record<string, Motif> = {
  cushion: ({ accent, variety }) => `<path d="M92 96q108 26 216 0q-24 104 0 208q-108-26-216 0q24-104 0-208z"/>
    ${variety % 2 ? hatch('M124 116q-14 84 0 168', 4, 14, 0, stroke(accent, 5)) : hatch('M104 132q96 20 192 0', 4, 0, 12, stroke(accent, 5))}
    <path ${shade} d="M308 96q-24 104 0 208q-52-12-106-12q90-60 106-196z"/><path d="M92 96q108 26 216 0q-24 104 0 208q-108-26-216 0q24-104 0-208z" ${stroke('#fff', 4)} stroke-opacity=".4"/>`,

  rug: ({
    accent,
    variety,
  }) => `${hatch('M72 128h256', 13, 0, 12, stroke('currentColor', 4))}<rect x="90" y="116" width="220" height="168" rx="4"/>
    ${hatch('M112 116v168', 4, variety % 2 ? 22 : 60, 0, stroke(accent, 9, 0.85))}${hatch('M94 128h212', 12, 0, 13, stroke('#fff', 3, 0.22))}`,

  mat: () =>
    `<rect x="70" y="122" width="260" height="156" rx="16"/><rect x="86" y="138" width="228" height="124" rx="10" ${stroke('#000', 5)} stroke-opacity=".16"/><g fill="#000" fill-opacity=".13">${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `<circle cx="${108 + (n % 6) * 37}" cy="${164 + (n % 2) * 20 + Math.floor(n / 6) * 48}" r="${4 + (n % 3)}"/>`).join('')}</g><path ${light} d="M86 122h228q12 0 14 8H72q2-8 14-8z"/>`,

  soap: (
    ink,
  ) => `<rect x="86" y="134" width="228" height="148" rx="44"/><path ${shade} d="M86 232q0 50 44 50h140q44 0 44-50q0 24-44 24H130q-44 0-44-24z"/><rect x="106" y="150" width="188" height="88" rx="30" ${stroke('#fff', 5)} stroke-opacity=".5"/>
    ${emblem({ ...ink, accent: '#ffffff' }, 200, 194, 0.9)}<g fill="#fff" fill-opacity=".7"><circle cx="300" cy="118" r="22"/><circle cx="332" cy="150" r="12"/><circle cx="270" cy="104" r="10"/></g>`,

  pendant:
    () => `<path ${stroke('#3d3936', 5)} d="M200 0v120"/><path fill="#ffe3a0" fill-opacity=".3" d="M90 224h220q60 130-110 130T90 224z"/><path ${brass} d="M184 108h32v30h-32z"/><path d="M180 134h40q4 30 60 44q30 10 34 46H86q4-36 34-46q56-14 60-44z"/>
    <path ${shade} d="M204 134h16q4 30 60 44q30 10 34 46h-54q-4-60-56-90z"/><ellipse fill="#fff0c4" cx="200" cy="224" rx="114" ry="13"/><circle fill="#fffbe8" cx="200" cy="230" r="20"/>`,

  chochin: ({
    accent,
  }) => `<path ${stroke('#3d3936', 4)} d="M200 20v50"/><ellipse fill="#ffe9bd" fill-opacity=".5" cx="200" cy="205" rx="160" ry="170"/><ellipse fill="#fff3d9" cx="200" cy="205" rx="108" ry="126"/>${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => `<path ${stroke('#d6a75b', 3)} stroke-opacity=".7" d="M${104 + Math.abs(n - 4) ** 2 * 2.6} ${109 + n * 24}Q200 ${119 + n * 24} ${296 - Math.abs(n - 4) ** 2 * 2.6} ${109 + n * 24}"/>`).join('')}
    <path ${dark} d="M156 72h88v20h-88zM156 318h88v18h-88z"/><circle fill="${accent}" cx="200" cy="205" r="38"/><path ${stroke('#b5382c', 5)} d="M200 336v40"/>`,

  clock:
    () => `<circle cx="200" cy="200" r="130"/><circle ${shade} cx="200" cy="200" r="116"/><circle ${paper} cx="200" cy="200" r="112"/>${[...Array(12).keys()].map((n) => `<path stroke="#3d3936" stroke-width="${n % 3 ? 5 : 10}" d="M200 ${n % 3 ? 100 : 98}v${n % 3 ? 14 : 22}" transform="rotate(${n * 30} 200 200)"/>`).join('')}
    <path ${stroke('#3d3936', 11)} d="M200 200L150 152"/><path ${stroke('#3d3936', 7)} d="M200 200L256 128"/><path ${stroke('#c8452f', 4)} d="M188 178L240 276"/><circle fill="#c8452f" cx="200" cy="200" r="8"/>`,

  pegRail: ({
    accent,
  }) => `<rect x="40" y="130" width="320" height="46" rx="6"/><path ${shade} d="M40 162h320v8q0 6-6 6H46q-6 0-6-6z"/>${hatch('M50 142q80 8 160 0t140 4', 2, 0, 12, stroke('#000', 2, 0.12))}
    <path fill="${accent}" d="M150 164q20-14 38 0l16 130h-74z"/><path ${shade} d="M176 158q8 0 12 6l16 130h-24z"/>${[80, 160, 240, 320].map((x) => `<g transform="translate(${x} 152)"><circle r="15"/><circle r="15" ${light}/><circle r="8" ${shade}/></g>`).join('')}<path ${stroke('#6f5b46', 5)} d="M240 160v26"/><path ${wood} d="M232 184h16v96q0 8-8 8t-8-8z"/>`,

  hook: () =>
    `<rect x="166" y="70" width="68" height="150" rx="34"/><path ${light} d="M180 100q4-20 20-22v110q-20-4-20-22z"/><g ${dark} fill-opacity=".5"><circle cx="200" cy="96" r="9"/><circle cx="200" cy="196" r="9"/></g><path ${stroke('currentColor', 22)} d="M200 160V250q0 60 56 58q46-4 42-52"/><circle cx="298" cy="248" r="20"/><path ${stroke('#fff', 5)} stroke-opacity=".4" d="M196 180V250q0 50 44 56"/>`,

  mirror: () =>
    `<path ${stroke('#7a5337', 12)} d="M140 110L200 30L260 110"/><circle ${dark} cx="200" cy="30" r="9"/><circle cx="200" cy="212" r="126"/><circle ${shade} cx="200" cy="212" r="106"/><circle fill="#cfe0e4" cx="200" cy="212" r="102"/><path fill="#fff" fill-opacity=".45" d="M122 266L254 124q16 10 26 22L140 292q-12-12-18-26zM162 306L298 176l6 24L186 312z"/>`,

  tape: ({ accent }) =>
    [
      [148, 158, 1],
      [256, 190, 0],
      [176, 268, 0],
    ]
      .map(
        ([x, y, first]) =>
          `<g transform="translate(${x} ${y})"><circle r="68"/><circle r="60" ${stroke(first ? '#fff' : accent, 7)} stroke-opacity=".55" stroke-dasharray="12 10"/><circle r="42" fill="#d9b98c"/><circle r="34" fill="#f4efe4"/></g>`,
      )
      .join(''),

  twine: ({
    accent,
  }) => `<rect ${wood} x="112" y="82" width="176" height="34" rx="10"/><rect ${wood} x="112" y="284" width="176" height="34" rx="10"/><path d="M132 116h136q22 84 0 168H132q-22-84 0-168z"/>
    ${hatch('M128 128q72 24 144 0', 11, 0, 14, stroke('#000', 4, 0.18))}<path ${shade} d="M240 116h28q22 84 0 168h-28q24-84 0-168z"/><path ${stroke('currentColor', 7)} d="M270 240q60 10 60 60t-50 44"/><path fill="${accent}" d="M176 82h48v12h-48z"/>`,

  incense: ({ accent }) =>
    `${hatch('M120 300L250 70', 5, 16, 6, stroke('#7d5a3c', 6))}<path d="M86 250h190l-20 74H106z"/><path ${shade} d="M230 250h46l-20 74h-40z"/><path ${paper} d="M112 268h138l-6 34H118z"/><circle fill="${accent}" cx="181" cy="285" r="12"/><path ${stroke('#fff', 6)} stroke-opacity=".6" d="M256 64q-16-20 4-34t-4-30"/>`,
}
