import { brass, dark, emblem, hatch, light, type Motif, metal, paper, shade, stroke, turned, wood } from './ink.ts'

const INKS = [
  '#c8452f',
  '#e08a3c',
  '#e3b93f',
  '#7f9a5b',
  '#3f7f7a',
  '#4b78a8',
  '#5a4b86',
  '#b0607e',
  '#7a5337',
  '#3d3936',
  '#d9b38c',
  '#8fb3c4',
]

/** Pictures for book covers, 160 wide and 200 high. */
const COVERS = [
  '<circle cx="80" cy="76" r="38"/><path d="M0 130q20-16 40 0t40 0t40 0t40 0v20q-20-16-40 0t-40 0t-40 0t-40 0zM0 166q20-16 40 0t40 0t40 0t40 0v20q-20-16-40 0t-40 0t-40 0t-40 0z"/>',
  '<path d="M0 190L54 90l30 46 26-34 50 88z"/><circle cx="116" cy="56" r="22"/>',
  '<path d="M20 130q40-70 100-50l26 6l-24 14q-10 56-70 54l-40 26l20-32z"/><circle cx="118" cy="94" r="5" fill="#fff"/><path d="M84 152v36M100 150v38" stroke="currentColor" stroke-width="5"/>',
  '<path d="M66 180l8-110h12l8 110zM62 60h36v12H62zM70 34h20v28H70zM80 20l14 14H66z"/><path d="M96 44l64-24v52zM64 44L0 20v52z" opacity=".5"/>',
  '<path d="M78 190V80h6v110z"/><path d="M81 120q-60 0-60-50q60-4 60 50zM81 90q0-60 54-60q4 62-54 60zM81 160q50 0 56-40q-56-8-56 40z"/>',
  '<path d="M80 24l14 44 46 0-37 28 14 44-37-27-37 27 14-44-37-28h46z"/><circle cx="28" cy="164" r="8"/><circle cx="132" cy="164" r="8"/><circle cx="80" cy="180" r="8"/>',
  '<path d="M10 150q-6-76 70-76t70 76q0 16-16 16H26q-16 0-16-16z"/><path d="M48 96q16 10 16 34M76 90q16 12 16 36M104 94q14 12 14 34" fill="none" stroke="#fff" stroke-width="6"/>',
  '<g fill="none" stroke="currentColor" stroke-width="13"><path d="M10 40q110-20 110 50t-80 50t-20-80t120 90"/></g>',
  '<path d="M30 50h100v100H30z" opacity=".6"/><path d="M18 62l24-24M52 62l24-24M86 62l24-24M120 62l24-24M18 162l24-24M52 162l24-24M86 162l24-24M120 162l24-24M18 112l24-24M120 112l24-24" fill="none" stroke="currentColor" stroke-width="6"/>',
  '<path d="M16 30l40 34h48l40-34v70l-64 86-64-86z"/><path d="M16 100l64 10 64-10-64 86z" fill="#fff" fill-opacity=".7"/><circle cx="52" cy="100" r="6" fill="#333"/><circle cx="108" cy="100" r="6" fill="#333"/><circle cx="80" cy="176" r="9" fill="#333"/>',
  '<path d="M30 60q30-40 70-10q50 10 20 50q-50 40-80 10q-30-20-10-50z"/><path d="M50 68q20-24 46-4q30 8 14 28q-34 22-54 6q-18-14-6-30z" fill="#fff" fill-opacity=".5"/><path d="M90 160q24-20 44 0q6 24-24 24q-30 0-20-24z"/><circle cx="36" cy="164" r="12"/>',
]

/** The nth of five. */
function pencil(n: number, color: string, lead: string, end: string): string {
  return `<g transform="translate(${-88 + n * 44} ${(n % 2) * 18})"><path fill="#e8c99a" d="M182 116L200 62L218 116z"/><path fill="${lead}" d="M193 83L200 62L207 83z"/><path fill="${color}" d="M182 116h36v206h-36z"/><path ${light} d="M182 116h12v206h-12z"/><path ${shade} d="M206 116h12v206h-12z"/><path fill="${end}" d="M182 300h36v22h-36z"/></g>`
}

export const lying: Record<string, Motif> = {
  notebook: ({ accent }) =>
    turned(
      -7,
      `<rect ${paper} x="118" y="72" width="176" height="262" rx="8"/><rect x="110" y="64" width="180" height="266" rx="10"/><path ${shade} d="M120 64h18v266h-18q-10 0-10-10V74q0-10 10-10z"/><path fill="${accent}" d="M258 64h12v266h-12z"/>
      <rect ${paper} x="160" y="112" width="76" height="50" rx="4"/><path ${stroke('#3d3936', 3)} stroke-opacity=".5" d="M172 130h52M172 144h36"/><path fill="${accent}" d="M186 328h12v30l-6-8-6 8z"/><path ${light} d="M144 64h6v266h-6z"/>`,
    ),

  pocketbooks: ({ accent }) =>
    [14, 2, -11]
      .map(
        (angle, n) =>
          `<g transform="translate(${(1 - n) * 46} ${(n - 1) * 14}) rotate(${angle} 200 200)"><rect x="126" y="86" width="148" height="220" rx="12"/><rect x="126" y="86" width="148" height="220" rx="12" fill="#000" fill-opacity="${0.16 - n * 0.08}"/><path ${shade} d="M138 86h6v220h-6q-12 0-12-12V98q0-12 12-12z"/><rect ${paper} x="166" y="124" width="72" height="36" rx="3"/><path fill="${accent}" d="M166 146h72v5h-72z"/></g>`,
      )
      .join(''),

  sketchbook: ({ accent }) =>
    turned(
      6,
      `<rect ${paper} x="84" y="92" width="244" height="216" rx="4"/><path ${light} d="M84 92h120v216H84z"/><rect x="72" y="88" width="124" height="224" rx="4"/>${hatch('M188 104h16', 10, 0, 21, stroke('#c8452f', 5))}
      <path ${stroke('#3d3936', 4)} stroke-opacity=".7" d="M222 250q20-70 40-30t44-60M236 190q16-30 40-10"/><circle fill="${accent}" fill-opacity=".8" cx="290" cy="140" r="17"/><path ${shade} d="M176 88h16q4 0 4 4v216q0 4-4 4h-16z"/>`,
    ),

  planner: ({ accent }) =>
    turned(
      -6,
      `<rect ${paper} x="116" y="70" width="180" height="266" rx="8"/><rect x="106" y="64" width="184" height="268" rx="12"/><path ${shade} d="M118 64h20v268h-20q-12 0-12-12V76q0-12 12-12z"/><g fill="#fff" fill-opacity=".75">${[...Array(28).keys()].map((n) => `<circle cx="${164 + (n % 7) * 16}" cy="${190 + Math.floor(n / 7) * 20}" r="4.5"/>`).join('')}</g>
      <circle ${paper} cx="214" cy="124" r="26"/><circle cx="226" cy="118" r="24"/><path fill="${accent}" d="M230 332h14v32l-7-9-7 9z"/>`,
    ),

  calendar: ({
    accent,
  }) => `<rect ${wood} x="106" y="44" width="188" height="18" rx="4"/><path ${stroke('#6d5a48', 4)} d="M130 46L200 12L270 46"/><path ${paper} d="M112 60h176v284H112z"/><path d="M112 60h176v78H112z"/><circle fill="${accent}" cx="250" cy="96" r="20"/>
    ${hatch('M126 168q12-26 25 0t25 0t25 0t25 0t25 0t24 0', 5, 0, 32, stroke('currentColor', 5))}<path ${shade} d="M112 330h176v14H112z"/><path ${light} d="M112 112q44-26 88 0t88 0v26H112z"/>`,

  fountainPen: () =>
    `${turned(
      -40,
      `<path ${brass} d="M32 204l58-16v32z"/><path ${stroke('#3d3936', 2)} d="M40 204h30"/><path ${dark} d="M88 186l44-4v44l-44-4z"/><rect x="130" y="180" width="200" height="48" rx="16"/><path ${brass} d="M204 180h10v48h-10zM222 180h4v48h-4z"/><path ${shade} d="M130 210h200q0 18-16 18H146q-16 0-16-18z"/><path ${brass} d="M226 174h86q12 0 12 8h-98z"/><path ${light} d="M146 186h170v7H146z"/>`,
    )}<path ${stroke('#2f4a6d', 5)} d="M60 330q30-30 50 0t48-6"/>`,

  ballpoint: () =>
    turned(
      -40,
      `<path d="M40 204l56-24v48z"/><path ${metal} d="M28 204l26-10v20z"/><path d="M94 180h224v48H94z"/><path ${light} d="M94 180h224v14H94z"/><path ${shade} d="M94 214h224v14H94z"/><rect x="318" y="192" width="34" height="24" rx="6"/><path ${shade} d="M244 172h74v12h-74zM310 180h8v48h-8z"/>`,
    ),

  brushPen: () =>
    `${turned(
      -40,
      `<path ${dark} d="M30 206q50-30 74-14v26q-30 10-74-12z"/><path ${metal} d="M102 184h24v42h-24z"/><rect x="124" y="184" width="236" height="42" rx="18"/><path ${shade} d="M124 210h236q-2 16-18 16H124z"/><path fill="#b5382c" d="M300 184h14v42h-14z"/><path ${light} d="M124 190h220v7H124z"/>`,
    )}<path fill="currentColor" d="M70 330q60-34 140-16q40 10 60-8q-10 36-70 26q-60-12-130-2z"/>`,

  pencils: ({ accent }) => [0, 1, 2, 3, 4].map((n) => pencil(n, 'currentColor', '#3d3936', accent)).join(''),

  colouringPencils: () => [0, 1, 2, 3, 4].map((n) => pencil(n, INKS[n * 2]!, INKS[n * 2]!, '#e8c99a')).join(''),

  eraser: () =>
    `${turned(
      -24,
      `<rect fill="#f6f2ea" x="84" y="146" width="232" height="108" rx="16"/><path fill="#cdbba0" d="M84 162q0-16 16-16h34v108h-34q-16 0-16-16z"/><path d="M166 142h124v116H166z"/><path ${paper} d="M190 142h22v116h-22z"/><path ${shade} d="M166 232h124v26H166z"/>`,
    )}<path ${stroke('#9a948a', 5)} d="M84 322l16-5M120 334l12-8M152 324l10 6"/>`,

  envelope: ({ accent }) =>
    turned(
      -8,
      `<rect ${paper} x="104" y="70" width="192" height="200" rx="3"/><path ${stroke('#3d3936', 4)} stroke-opacity=".35" d="M126 100h130M126 118h110M126 136h120"/><path d="M70 156h260v164H70z"/><path ${shade} d="M70 156l130 92 130-92v12l-130 98L70 168z"/><path ${light} d="M70 320l98-92 32 20 32-20 98 92z"/><circle fill="${accent}" cx="200" cy="252" r="24"/><circle cx="200" cy="252" r="13" ${stroke('#fff', 4)} stroke-opacity=".5"/>`,
    ),

  postcards: ({ accent }) =>
    turned(
      8,
      `<rect fill="#e9dfca" x="86" y="106" width="236" height="160" rx="4" transform="rotate(-16 200 200)"/><rect ${paper} x="80" y="122" width="240" height="160" rx="4"/><path d="M92 134h216v136H92z"/><path fill="${accent}" d="M92 226q27-18 54 0t54 0t54 0t54 0v44H92z"/><circle ${paper} cx="262" cy="172" r="22"/>
      <path ${dark} d="M130 216l10-8h60l-14 24h-46zM164 208v-56l34 46h-34z"/><path ${stroke('#fff', 4)} d="M112 162q10-10 18 0q8-10 18 0"/>`,
    ),

  pencilCase: ({ accent }) =>
    turned(
      -10,
      `<path fill="#e8c99a" d="M236 128l70-52 12 16-66 54z"/><path fill="${accent}" d="M250 138l68-46 8 12-66 46z"/><rect x="62" y="136" width="276" height="136" rx="34"/><path ${shade} d="M62 222h276v16q0 34-34 34H96q-34 0-34-34z"/><path ${stroke('#3d3936', 9)} stroke-dasharray="3 5" stroke-opacity=".7" d="M84 160h232"/><path ${brass} d="M300 152h14v44h-14z"/><path fill="${accent}" d="M62 178h22v46H62z"/>`,
    ),

  scissors: ({ main }) =>
    turned(
      24,
      `<path ${metal} d="M186 214L172 40q-2-14 10-4l32 170z"/><path fill="#d4d9db" d="M214 214L228 40q2-14-10-4l-32 170z"/><circle ${dark} cx="200" cy="204" r="8"/><g fill="none" stroke="${main}" stroke-width="17"><path d="M194 212Q176 260 150 262Q118 268 124 306Q134 344 168 328Q194 312 190 268z"/><path d="M206 212Q224 260 250 262Q282 268 276 306Q266 344 232 328Q206 312 210 268z"/></g>`,
    ),

  secateurs: () =>
    turned(
      28,
      `<path ${metal} d="M182 196q-40-90 8-150q34 50 30 150z"/><path fill="#8b9194" d="M214 190q36-20 30-84q-30 10-46 60z"/><path ${stroke('currentColor', 28)} d="M190 222Q170 290 160 350M212 222Q240 280 246 344"/><path ${stroke('#fff', 5)} stroke-opacity=".35" d="M184 240Q168 296 158 340M222 248Q238 290 244 334"/><circle ${brass} cx="202" cy="204" r="17"/><circle ${dark} cx="202" cy="204" r="6"/><path ${stroke('#3d3936', 5)} d="M186 268l12-6 4 12 12-8"/>`,
    ),

  ruler: () =>
    turned(
      -30,
      `<rect x="26" y="168" width="348" height="64" rx="5"/><path ${light} d="M31 168h338q5 0 5 5v9H26v-9q0-5 5-5z"/><g ${stroke('#2e2622', 3)}>${[...Array(31).keys()].map((n) => `<path d="M${44 + n * 10.4} 232v-${n % 5 ? 12 : 24}"/>`).join('')}</g><circle fill="#efe6d6" cx="350" cy="190" r="8"/>`,
    ),

  watercolours:
    () => `<path ${dark} d="M70 64h260v116H70z"/><path fill="#f4f1ea" d="M82 76h236v92H82z"/><ellipse fill="#4b78a8" fill-opacity=".5" cx="140" cy="122" rx="36" ry="24"/><ellipse fill="#e3b93f" fill-opacity=".55" cx="230" cy="118" rx="44" ry="26"/><ellipse fill="#c8452f" fill-opacity=".4" cx="268" cy="132" rx="26" ry="18"/><path ${dark} d="M70 186h260v146H70z"/>
    ${INKS.map((color, n) => `<rect fill="${color}" x="${84 + (n % 6) * 39.5}" y="${200 + Math.floor(n / 6) * 64}" width="34" height="54" rx="4"/>`).join('')}<g transform="rotate(-14 200 258)"><path ${wood} d="M150 252h170v9H150z"/><path ${metal} d="M124 250h28v13h-28z"/><path fill="#5b4632" d="M84 257q30-16 40-7v13q-14 6-40-6z"/></g>`,

  book: ({ accent, variety }) =>
    turned(
      -5,
      `<path ${paper} d="M112 76h184q8 0 8 8v252H120z"/><path ${stroke('#000', 2)} stroke-opacity=".15" d="M298 84v250M292 84v250"/><path d="M108 62h176q8 0 8 8v260H108q-8 0-8-8V70q0-8 8-8z"/><path ${shade} d="M108 62h16v268h-16q-8 0-8-8V70q0-8 8-8z"/><rect x="136" y="76" width="144" height="240" ${stroke('#fff', 3)} stroke-opacity=".45"/>
      <path fill="#fff" fill-opacity=".85" d="M160 94h96v9h-96zM176 112h64v6h-64z"/><g transform="translate(136 126) scale(.9)" fill="${accent}" color="${accent}">${COVERS[variety % COVERS.length]}</g>`,
    ),

  cards: ({ accent }) =>
    [-26, -8, 10, 28]
      .map(
        (angle, n) =>
          `<g transform="rotate(${angle} 200 340)"><rect ${paper} x="136" y="80" width="128" height="190" rx="12"/>${n === 3 ? '' : `<rect x="146" y="90" width="108" height="170" rx="7"/><path ${stroke('#fff', 4)} stroke-opacity=".4" d="M160 110l80 130M240 110l-80 130M200 96v158M150 175h100"/>`}${n === 3 ? `<path fill="${accent}" d="M168 176q26-34 56-4l14-12v30l-14-12q-30 30-56-2z"/><circle fill="${accent}" cx="152" cy="104" r="7"/><circle fill="${accent}" cx="248" cy="246" r="7"/>` : ''}<rect x="136" y="80" width="128" height="190" rx="12" ${stroke('#000', 2)} stroke-opacity=".14"/></g>`,
      )
      .join(''),

  puzzle: ({ accent }) => {
    const piece = 'M0 0h100v34q-22-14-22 16t22 16v34H66q14-22-16-22t-16 22H0V66q22 14 22-16T0 34z'
    return `<g transform="translate(94 90)"><path d="${piece}"/><path d="M50 22q24 20 0 40" ${stroke('#fff', 4)} stroke-opacity=".5"/></g><g transform="translate(206 96) rotate(6)"><path fill="${accent}" d="${piece}"/></g><g transform="translate(100 204) rotate(-5)"><path fill="${accent}" fill-opacity=".7" d="${piece}"/></g><g transform="translate(216 214) rotate(14)"><path d="${piece}"/><path ${light} d="${piece}"/></g>`
  },

  seeds: (ink) =>
    turned(
      7,
      `<path d="M118 66h164v268H118z"/><path ${shade} d="M118 66h164v34H118zM264 100h18v234h-18z"/><path ${light} d="M118 66h164l-20 26H138z"/><path ${paper} d="M134 126h132v138H134z"/><g transform="translate(132 122) scale(.84 .7)" fill="${ink.accent}" color="${ink.accent}">${COVERS[4]}</g>
      <path fill="#fff" fill-opacity=".8" d="M148 282h104v10H148zM164 302h72v7h-72z"/>${emblem(ink, 240, 236, 0.5)}`,
    ) +
    `<g ${dark} fill-opacity=".6"><ellipse cx="70" cy="300" rx="7" ry="5"/><ellipse cx="92" cy="318" rx="7" ry="5"/><ellipse cx="66" cy="330" rx="7" ry="5"/></g>`,
}

export const standing: Record<string, Motif> = {
  inkBottle: (
    ink,
  ) => `<path fill="#dfe6e8" d="M100 196q0-26 30-26h140q30 0 30 26v96q0 20-20 20H120q-20 0-20-20z"/><path d="M112 216h176v72q0 14-14 14H126q-14 0-14-14z"/><path ${shade} d="M256 216h32v72q0 14-14 14h-30q12-40 12-86z"/><rect ${paper} x="146" y="222" width="108" height="62" rx="4"/>${emblem({ ...ink, accent: ink.main }, 200, 253, 0.75)}
    <rect ${dark} x="152" y="118" width="96" height="54" rx="8"/><path ${light} d="M160 124h10v42h-10z"/><path ${light} d="M112 184h12v110h-12z"/>`,
}
