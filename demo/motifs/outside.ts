import { brass, dark, hatch, light, type Motif, metal, paper, shade, stroke, turned, wood } from './ink.ts'

export const standing: Record<string, Motif> = {
  wateringCan:
    () => `<path ${stroke('currentColor', 14)} d="M112 196Q60 210 74 262t60 26M128 186Q140 96 196 96t60 90"/><path d="M112 184h146v112q0 16-16 16H128q-16 0-16-16z"/><path d="M250 262l86-118 20 14-88 136z"/><path ${brass} d="M322 146l20-24 42 30-16 26z"/>
    <path ${shade} d="M224 184h34v112q0 16-16 16h-32q14-40 14-128zM112 184h146v12H112z"/><rect ${light} x="126" y="204" width="10" height="94" rx="5"/><path ${stroke('#8fb3c4', 5)} d="M378 186l6 22M362 192l4 24M388 172l10 16"/>`,

  planter: ({ variety }) => `<g fill="#6f8f5a">${
    variety % 2
      ? '<path d="M196 190Q120 170 104 84Q190 96 204 186zM204 190Q280 160 300 76Q206 96 198 186zM194 190Q186 100 204 40Q226 110 206 190z"/><path fill="#587747" d="M204 190Q252 176 276 122Q214 136 198 188zM196 190Q150 176 124 130Q190 136 202 188z"/>'
      : '<path d="M197 190V70h6v120z"/><ellipse cx="168" cy="150" rx="32" ry="16" transform="rotate(24 168 150)"/><ellipse cx="234" cy="130" rx="32" ry="16" transform="rotate(-28 234 130)"/><ellipse cx="166" cy="100" rx="28" ry="14" transform="rotate(32 166 100)"/><ellipse cx="228" cy="78" rx="26" ry="13" transform="rotate(-36 228 78)"/><ellipse cx="200" cy="54" rx="12" ry="24"/>'
  }</g>
    <path d="M116 198h168l-22 104q-2 10-14 10h-96q-12 0-14-10z"/><path ${shade} d="M244 198h40l-22 104q-2 10-14 10h-34q22-50 30-114z"/><rect x="106" y="176" width="188" height="32" rx="6"/><path ${light} d="M112 180h176v8H112zM136 220h10l12 78h-10z"/>`,

  dipPlanter:
    () => `<g fill="#6f8f5a"><path d="M196 170Q120 150 92 84Q190 80 204 166zM204 170Q280 150 308 84Q210 80 196 166zM194 170Q180 90 200 36Q222 90 206 170z"/><path fill="#587747" d="M204 170Q250 150 268 104Q210 116 198 166z"/></g><path fill="#c98d66" d="M104 170h192l-16 126q-2 16-20 16H140q-18 0-20-16z"/>
    <path d="M100 162h200l-8 72q-16 16-34 2t-38 6q-20 12-40-4t-38 6q-20 6-34-8z"/><path ${shade} d="M256 162h44l-20 134q-2 16-20 16h-34q26-60 30-150z"/><path ${light} d="M100 162h200l-1 10H101zM122 184h10l6 40h-10z"/>`,

  birdhouse: ({
    accent,
  }) => `<path ${wood} d="M190 270h20v42h-20z"/><path d="M118 160h164v120H118z"/><path ${shade} d="M238 160h44v120h-44z"/>${hatch('M118 190h164', 3, 0, 30, stroke('#000', 3, 0.14))}<path fill="#6d5a48" d="M200 72L316 158l-12 18L200 102L96 176l-12-18z"/><path d="M200 102l82 60H118z"/><circle ${dark} cx="200" cy="200" r="27"/><circle ${wood} cx="200" cy="246" r="7"/>
    <path fill="${accent}" d="M286 124q4-30 34-28q20 4 20 22l12 6-14 6q-10 24-38 18l-22 8z"/><circle ${dark} cx="326" cy="112" r="3"/>`,

  beeHouse:
    () => `<path d="M200 64L318 160V312H82V160z"/><path ${shade} d="M200 64L318 160l-10 12L200 86L92 172l-10-12z"/><path fill="#4b3a2d" d="M104 176h192v116H104z"/><g ${wood}>${[...Array(24).keys()].map((n) => `<circle cx="${122 + (n % 6) * 31}" cy="${194 + Math.floor(n / 6) * 27}" r="12"/>`).join('')}</g><g ${dark}>${[...Array(24).keys()].map((n) => `<circle cx="${122 + (n % 6) * 31}" cy="${194 + Math.floor(n / 6) * 27}" r="5"/>`).join('')}</g>
    <g transform="translate(318 110)"><ellipse fill="#e3b93f" rx="18" ry="12"/><path ${dark} d="M-6-11h6v22h-6zM6-10h5v20h-5z"/><ellipse fill="#fff" fill-opacity=".8" cx="-2" cy="-16" rx="9" ry="11"/></g>`,

  stormLantern:
    () => `<path ${stroke('#55524f', 7)} d="M140 128Q140 44 200 44t60 84"/><path d="M164 84h72l14 34H150z"/><path fill="#ffe7b0" fill-opacity=".85" d="M152 126h96q26 60 0 118h-96q-26-58 0-118z"/><path fill="#f2a83b" d="M200 152q26 34 20 54q-6 20-20 20t-20-20q-6-20 20-54z"/><path fill="#fff3cf" d="M200 186q10 14 8 22t-8 8t-8-8t8-22z"/>
    <path ${stroke('currentColor', 10)} d="M128 256V130M272 256V130"/><path ${stroke('#8b9194', 4)} d="M134 158Q200 190 266 158M134 214Q200 190 266 214"/><path d="M146 112h108v16H146zM120 244h160l-14 58q-3 10-14 10H148q-11 0-14-10z"/><path ${shade} d="M246 244h34l-14 58q-3 10-14 10h-26q16-30 20-68z"/><path ${light} d="M120 244h160l-2 8H122z"/><circle ${brass} cx="276" cy="276" r="9"/>`,

  tent: ({ accent }) =>
    `<path d="M200 110L352 312H48z"/><path ${shade} d="M200 110L352 312H250z"/><path fill="#3d3936" fill-opacity=".75" d="M200 130L252 312H160z"/><path fill="${accent}" d="M200 130L160 312H132z"/><path ${light} d="M200 110L48 312h34z"/><path ${stroke('#6d5a48', 6)} d="M200 110l10-22M200 110l-10-22"/><path ${stroke('#8a8278', 3)} d="M200 112L20 312M200 112L380 312"/>`,

  flask: ({ accent }) =>
    `<path ${metal} d="M152 72h96v50h-96z"/><path ${light} d="M160 72h14v50h-14z"/><path ${stroke('#8b9194', 9)} d="M248 84q30 0 30 26"/><path d="M140 130q0-10 10-10h100q10 0 10 10v166q0 16-16 16h-88q-16 0-16-16z"/><path ${shade} d="M228 120h22q10 0 10 10v166q0 16-16 16h-16z"/><path fill="${accent}" d="M140 156h120v12H140zM140 176h120v5H140z"/><path ${metal} d="M144 286h112v10H144z"/><rect ${light} x="154" y="190" width="10" height="90" rx="5"/>`,

  backpack: ({
    accent,
  }) => `<path ${stroke('#6d5337', 13)} d="M128 180Q84 200 90 290M272 180Q316 200 310 290"/><path d="M120 130h160v166q0 16-16 16H136q-16 0-16-16z"/><path d="M116 88h168v54H116z"/><path ${shade} d="M116 118h168v12H116zM242 130h38v166q0 16-16 16h-22z"/><path ${light} d="M116 88h168v10H116z"/><rect x="142" y="214" width="116" height="82" rx="10"/><path ${shade} d="M152 214h96q10 0 10 10v12H142v-12q0-10 10-10z"/>
    <path fill="#7a5337" d="M162 88h16v130h-16zM222 88h16v130h-16z"/><g ${brass}><rect x="158" y="188" width="24" height="18" rx="3"/><rect x="218" y="188" width="24" height="18" rx="3"/></g><path fill="${accent}" d="M190 70h20v20h-20z"/>`,

  dryBag: () =>
    `<path d="M126 138h148l14 150q2 24-20 24H132q-22 0-20-24z"/><path ${shade} d="M234 138h40l14 150q2 24-20 24h-30q10-90-4-174z"/><rect x="112" y="104" width="176" height="40" rx="14"/><path ${shade} d="M112 124h176v8H112z"/><path ${stroke('#3d3936', 9)} d="M118 112Q130 66 200 66t82 46"/><rect ${dark} x="184" y="54" width="32" height="24" rx="5"/><path ${light} d="M138 160h14l-8 130h-14z"/><rect fill="#fff" fill-opacity=".6" x="164" y="200" width="72" height="60" rx="8"/>`,

  kendama: () =>
    `<path ${wood} d="M188 120h24l8 176q0 16-20 16t-20-16z"/><path ${wood} d="M196 74h8l8 50h-24z"/><path ${wood} d="M134 150q-14 26 0 52q40-4 52-18h28q12 14 52 18q14-26 0-52q-40 4-52 16h-28q-12-12-52-16z"/><path ${shade} d="M204 120h8l8 176q0 16-18 16zM266 150q14 26 0 52q-12 0-24-4q10-22 0-44z"/><path ${stroke('#8a8278', 4)} d="M200 176q60 50 90 10t30-60"/><circle cx="316" cy="96" r="44"/><path ${light} d="M290 84q4-22 24-26q-10 14-8 34z"/><circle ${dark} fill-opacity=".5" cx="318" cy="134" r="5"/>`,

  matryoshka: ({ accent }) => {
    const doll = (x: number, size: number) =>
      `<g transform="translate(${x} ${312 - 312 * size}) scale(${size})"><path d="M0 40q58 4 56 66q26 40 26 110q0 80-30 96h-104q-30-16-30-96q0-70 26-110q-2-62 56-66z"/><path ${shade} d="M34 54q24 16 22 52q26 40 26 110q0 80-30 96h-30q50-100 12-258z"/><circle fill="#f6dfc6" cy="104" r="36"/><path fill="#5b3a26" d="M-36 104q0-38 36-38t36 38q-14-26-36-28q-22 2-36 28z"/><circle ${dark} cx="-12" cy="106" r="4"/><circle ${dark} cx="12" cy="106" r="4"/><path ${stroke('#c8452f', 4)} d="M-7 124q7 6 14 0"/><ellipse ${paper} cy="226" rx="44" ry="58"/><g fill="${accent}"><circle cy="210" r="12"/><circle cx="-16" cy="226" r="12"/><circle cx="16" cy="226" r="12"/><circle cy="240" r="12"/></g><circle fill="#e3b93f" cy="226" r="9"/></g>`
    return doll(140, 0.94) + doll(264, 0.66) + doll(346, 0.36)
  },

  blocks: ({
    accent,
  }) => `<path fill="#c99d6c" d="M76 232h96v80H76z"/><path fill="#8a6242" d="M180 232h76v80h-76z"/><path fill="#e3c79c" d="M264 252h64v60h-64z"/><path d="M110 152h120v80H110z"/><path fill="${accent}" d="M230 232l40-68 40 68z"/><path fill="#b5794e" d="M130 92h60v60h-60z"/><path fill="#5f4430" d="M112 92l48-52 48 52z"/><path ${shade} d="M152 232h20v80h-20zM236 232h20v80h-20zM308 252h20v60h-20zM206 152h24v80h-24zM172 92h18v60h-18z"/><path ${dark} fill-opacity=".5" d="M146 232v-24q0-24 24-24t24 24v24z"/>
    ${hatch('M84 250q40 10 80 0', 3, 0, 20, stroke('#000', 2, 0.15))}`,

  bear: ({
    accent,
  }) => `<circle cx="150" cy="76" r="26"/><circle cx="250" cy="76" r="26"/><g ${shade}><circle cx="150" cy="76" r="14"/><circle cx="250" cy="76" r="14"/></g><path d="M118 200q-60 20-50 70q26 14 60-30zM282 200q60 20 50 70q-26 14-60-30z"/><ellipse cx="200" cy="234" rx="82" ry="74"/><circle cx="200" cy="122" r="72"/><ellipse cx="140" cy="292" rx="44" ry="26" transform="rotate(-14 140 292)"/><ellipse cx="260" cy="292" rx="44" ry="26" transform="rotate(14 260 292)"/>
    ${hatch('M150 190v100', 6, 20, 0, stroke('#000', 3, 0.1))}<ellipse ${paper} cx="200" cy="142" rx="34" ry="27"/><ellipse ${dark} cx="200" cy="130" rx="12" ry="8"/><path ${stroke('#3d3936', 4)} d="M200 138v10M188 156q12-8 24 0"/><circle ${dark} cx="170" cy="110" r="7"/><circle ${dark} cx="230" cy="110" r="7"/><path fill="${accent}" d="M200 192l-44-20v40zM200 192l44-20v40z"/><circle fill="${accent}" cx="200" cy="192" r="11"/><ellipse ${light} cx="132" cy="294" rx="22" ry="14"/><ellipse ${light} cx="268" cy="294" rx="22" ry="14"/>`,

  cajon: () =>
    `<path d="M118 70h128v242H118z"/><path d="M246 70l46 22v200l-46 20z"/><path ${shade} d="M246 70l46 22v200l-46 20z"/><path ${light} d="M130 82h104v218H130z"/><g ${dark} fill-opacity=".4">${[84, 300].map((y) => `<circle cx="132" cy="${y}" r="4"/><circle cx="182" cy="${y}" r="4"/><circle cx="232" cy="${y}" r="4"/>`).join('')}</g><ellipse ${dark} cx="270" cy="180" rx="12" ry="26"/>${hatch('M140 110q40 20 84 0', 5, 0, 40, stroke('#000', 2, 0.14))}`,

  metronome: ({ accent }) =>
    `<path d="M160 70h80l58 226q2 16-14 16H116q-16 0-14-16z"/><path ${paper} d="M172 96h56l34 136H138z"/>${hatch('M192 116h16', 6, 0, 18, stroke('#3d3936', 3))}<path ${stroke('#55524f', 7)} d="M200 240L256 74"/><path fill="${accent}" d="M226 130l24 8-10 30-24-8z"/><path ${shade} d="M214 70h26l58 226q2 16-14 16h-30zM118 244h164l4 14H114z"/><circle ${brass} cx="200" cy="284" r="12"/>`,
}

export const lying: Record<string, Motif> = {
  trowel: () =>
    turned(
      35,
      `<path ${metal} d="M152 200q0-18 48-18t48 18q4 90-48 160q-52-70-48-160z"/><path ${light} d="M168 204q8-10 28-10v130q-34-60-28-120z"/><path ${stroke('#8b9194', 15)} d="M200 190V146"/><path d="M182 40q18-14 36 0l6 100q-24 12-48 0z"/><path ${shade} d="M206 34q8 0 12 6l6 100q-8 6-18 6z"/><path ${brass} d="M176 132h48v14h-48z"/><path ${stroke('#7a5337', 5)} d="M200 44q-30-34 0-34t0 34"/>`,
    ),

  handFork: () =>
    turned(
      35,
      `<path ${stroke('#a2a9ad', 15)} d="M200 150V200M152 330V240q0-36 48-36t48 36V330M200 204V336"/><path d="M182 36q18-14 36 0l6 104q-24 12-48 0z"/><path ${shade} d="M206 30q8 0 12 6l6 104q-8 6-18 6z"/><path ${brass} d="M176 132h48v14h-48z"/>`,
    ),

  hammock: ({ accent }) =>
    `<path fill="#8a7058" d="M44 60h20v262H44zM336 60h20v262h-20z"/><path ${stroke('#b99d74', 4)} d="M60 110L120 170M60 110L110 190M340 110L280 170M340 110L290 190"/><path d="M104 164q96 60 192 0q10 90-96 104q-106-14-96-104z"/>${hatch('M112 190q88 66 176 0', 4, 0, 17, stroke(accent, 6, 0.7))}<path ${light} d="M104 164q96 60 192 0l-1 14q-95 58-190 0z"/><path ${stroke('#6d5a48', 9)} d="M44 110h22M334 110h22"/>${hatch('M124 246v20', 8, 21, 2, stroke('currentColor', 4))}`,

  compass: ({ accent }) =>
    `<circle cx="200" cy="212" r="122"/><circle ${stroke('currentColor', 12)} cx="200" cy="74" r="22"/><circle ${shade} cx="200" cy="212" r="106"/><circle ${paper} cx="200" cy="212" r="102"/>${[...Array(16).keys()].map((n) => `<path stroke="#3d3936" stroke-width="4" d="M200 118v${n % 4 ? 10 : 20}" transform="rotate(${n * 22.5} 200 212)"/>`).join('')}<g transform="rotate(32 200 212)"><path fill="${accent}" d="M200 136l18 76h-36z"/><path ${dark} d="M200 288l18-76h-36z"/></g><circle ${brass} cx="200" cy="212" r="9"/><path fill="#fff" fill-opacity=".4" d="M120 190q10-54 64-72q-40 30-50 76z"/>`,

  pocketKnife: () =>
    turned(
      -30,
      `<path ${metal} d="M182 178L30 196q60 44 152 34z"/><path ${light} d="M182 178L30 196l152-6z"/><path ${metal} d="M180 174h26v62h-26z"/><path d="M204 174h130q34 4 36 34q0 28-30 30q-70-4-136-2z"/><path ${shade} d="M204 216q80-4 164 0q-4 20-28 22q-70-4-136-2z"/><path ${stroke('#7a5337', 5)} d="M356 206q34 6 30 40"/><path ${light} d="M214 182h116v7H214z"/>`,
    ),

  headTorch: ({ accent }) =>
    `<path ${stroke('currentColor', 34)} d="M94 232Q40 90 200 84t106 148"/><path ${stroke('#fff', 6)} stroke-opacity=".4" stroke-dasharray="14 10" d="M94 232Q40 90 200 84t106 148"/><rect ${dark} x="118" y="192" width="164" height="116" rx="30"/><circle ${metal} cx="200" cy="250" r="46"/><circle fill="#fff3cf" cx="200" cy="250" r="36"/><circle fill="#ffd98a" cx="200" cy="250" r="18"/><circle fill="${accent}" cx="264" cy="216" r="8"/>`,

  sitMat: ({ accent }) =>
    `<path d="M70 150l86-24 88 24 86-24v130l-86 24-88-24-86 24z"/><path ${shade} d="M156 126l88 24v130l-88-24z"/><path ${light} d="M70 150l86-24v130l-86 24z"/><path fill="${accent}" d="M190 135l20 6v130l-20-6z"/>`,

  kite: ({ accent }) =>
    `<g transform="translate(0 -14)"><path ${stroke('#8a8278', 3)} d="M226 290Q180 340 60 380"/><path d="M236 40L330 130L226 290L120 124z"/><path fill="${accent}" d="M236 40L330 130L226 128zM120 124l106 4v162z"/><path ${shade} d="M236 40L330 130L226 290z"/><path ${stroke('#6d5a48', 4)} d="M236 40L226 290M120 124L330 130"/><path ${stroke('currentColor', 5)} d="M226 290q-40 20-20 50t-40 40"/><path fill="${accent}" d="M196 318l26-10-2 28zM190 322l-22 14 24 8zM190 366l20 10-22 12z"/></g>`,

  ukulele: () =>
    turned(
      32,
      `<path fill="#6d4a30" d="M186 40h28v150h-28z"/><path fill="#5b3a26" d="M178 6h44l-4 40h-36z"/><g ${metal}><circle cx="172" cy="16" r="6"/><circle cx="228" cy="16" r="6"/><circle cx="174" cy="34" r="6"/><circle cx="226" cy="34" r="6"/></g><path d="M200 170q52 0 52 46q0 20-8 34q24 24 24 60q0 66-68 66t-68-66q0-36 24-60q-8-14-8-34q0-46 52-46z"/><path ${shade} d="M224 174q28 10 28 42q0 20-8 34q24 24 24 60q0 66-68 66q80-60 24-202z"/><circle fill="#e9d3ad" cx="200" cy="250" r="32"/><circle ${dark} cx="200" cy="250" r="26"/><path fill="#5b3a26" d="M170 326h60v14h-60z"/>
      ${hatch('M190 20V330', 4, 6.6, 0, stroke('#f7f3ea', 2))}${hatch('M186 70h28', 4, 0, 26, stroke('#c8a24c', 3))}`,
    ),

  kalimba: () =>
    `<path d="M96 90h208q18 0 16 18l-14 200q-2 26-28 26H122q-26 0-28-26L80 108q-2-18 16-18z"/><path ${shade} d="M262 90h42q18 0 16 18l-14 200q-2 26-28 26h-30z"/><circle ${dark} cx="200" cy="272" r="30"/><g ${metal}>${[...Array(15).keys()].map((n) => `<rect x="${97 + n * 14}" y="104" width="8" height="${128 - Math.abs(n - 7) * 10}" rx="4"/>`).join('')}</g><path ${dark} d="M88 138h224v12H88z"/><path ${brass} d="M88 120h224v6H88z"/>`,

  pipe: ({ accent }) =>
    turned(
      -38,
      `<rect x="36" y="184" width="328" height="34" rx="12"/><path ${shade} d="M36 206h328q0 12-12 12H48q-12 0-12-12z"/><path ${light} d="M48 188h300v6H48z"/><rect fill="${accent}" x="300" y="178" width="68" height="46" rx="12"/><path ${dark} d="M296 190h14v12h-14z"/><g ${dark}>${[0, 1, 2, 3, 4, 5].map((n) => `<circle cx="${74 + n * 34}" cy="198" r="8"/>`).join('')}</g><path ${brass} d="M36 182h12v38H36zM284 182h8v38h-8z"/>`,
    ),

  harmonica: () =>
    turned(
      -16,
      `<rect fill="#7a5337" x="64" y="178" width="272" height="50" rx="4"/><path ${dark} d="M82 192h20v22H82zM110 192h20v22h-20zM138 192h20v22h-20zM166 192h20v22h-20zM194 192h20v22h-20zM222 192h20v22h-20zM250 192h20v22h-20zM278 192h20v22h-20zM306 192h14v22h-14z"/><path ${metal} d="M52 146q148-40 296 0v38H52zM52 222h296v36q-148 34-296 0z"/><path ${light} d="M66 148q134-32 268 0v10q-134-30-268 0z"/><path ${shade} d="M52 246h296v12q-148 34-296 0z"/><path ${stroke('#8b9194', 4)} d="M130 156q70-10 140 0"/>`,
    ),
}
