import { brass, dark, hatch, light, type Motif, metal, pair, shade, stroke, turned } from './ink.ts'

const LONG_SLEEVES = 'M150 84L108 100L54 270L98 286L126 196V326H274V196L302 286L346 270L292 100L250 84Q200 124 150 84z'
const SHORT_SLEEVES =
  'M150 86L106 102L62 182L106 208L126 176V322H274V176L294 208L338 182L294 102L250 86Q200 126 150 86z'
const LEGS = 'M124 62h152l22 276h-72L200 150L174 338h-72z'
const WAIST = `<path ${shade} d="M244 62h32l22 276h-32zM124 62h152l2 22H122z"/><path ${stroke('#000', 4)} stroke-opacity=".25" d="M200 84v60M130 100q24 4 30-16M270 100q-24 4-30-16"/><circle ${brass} cx="200" cy="74" r="6"/>`
const SIDE = `<path ${shade} d="M246 96q20 120 4 230h24V196z"/>`

export const lying: Record<string, Motif> = {
  sweater: ({ accent, variety }) => `<path d="${LONG_SLEEVES}"/>${SIDE}
    ${hatch('M130 312v14', 15, 10, 0, stroke('#000', 4, 0.2))}<path ${shade} d="M126 306h148v20H126zM60 252l44 18-6 16-44-16zM340 252l-44 18 6 16 44-16z"/>
    ${variety % 2 ? hatch('M128 166l12 12l12-12l12 12l12-12l12 12l12-12l12 12l12-12l12 12l12-12l12 12l12-12', 3, 0, 20, stroke(accent, 5)) : hatch('M164 140q12 12 0 24t0 24t0 24t0 24t0 24t0 24', 3, 36, 0, stroke('#fff', 6, 0.28))}
    <path ${stroke('currentColor', 16)} d="M150 88Q200 132 250 88"/><path ${stroke('#000', 16)} stroke-opacity=".14" d="M150 88Q200 132 250 88"/>`,

  robin: ({
    accent,
  }) => `<path d="${LONG_SLEEVES}"/><path fill="${accent}" d="M150 86Q200 126 250 86q22 120-50 150q-72-30-50-150z"/>${SIDE}${hatch('M130 312v14', 15, 10, 0, stroke('#000', 4, 0.2))}
    <path ${shade} d="M60 252l44 18-6 16-44-16zM340 252l-44 18 6 16 44-16z"/><path ${stroke('#000', 14)} stroke-opacity=".16" d="M150 88Q200 132 250 88"/>`,

  cardigan:
    () => `<path d="${LONG_SLEEVES}"/>${SIDE}<path fill="#fff" fill-opacity=".5" d="M168 94Q200 116 232 94L200 190z"/><path ${shade} d="M126 306h148v20H126zM60 252l44 18-6 16-44-16zM340 252l-44 18 6 16 44-16zM138 252h44v40h-44zM218 252h44v40h-44z"/>
    <path ${stroke('#000', 16)} stroke-opacity=".16" d="M156 90L200 190V326M244 90L200 190"/>${hatch('M200 208l.1 0', 4, 0, 32, stroke('#5d4331', 12))}<g fill="#7a5337"><ellipse cx="92" cy="204" rx="10" ry="20" transform="rotate(18 92 204)"/><ellipse cx="308" cy="204" rx="10" ry="20" transform="rotate(-18 308 204)"/></g>`,

  tee: () =>
    `<path d="${SHORT_SLEEVES}"/><path ${shade} d="M246 100q20 116 4 222h24V176zM76 192l-8-5M126 310h148v12H126z"/><path ${stroke('#000', 10)} stroke-opacity=".14" d="M152 90Q200 130 248 90"/><path ${stroke('#000', 3)} stroke-opacity=".16" d="M70 176l40 24M330 176l-40 24"/>`,

  striped: () =>
    `<path fill="#f7f3ea" d="${LONG_SLEEVES}"/>${hatch('M127 150h146', 9, 0, 19, stroke('currentColor', 8))}${hatch('M100 138l22 8', 6, -7, 22, stroke('currentColor', 8))}${hatch('M300 138l-22 8', 6, 7, 22, stroke('currentColor', 8))}${SIDE}<path ${stroke('#000', 7)} stroke-opacity=".14" d="M140 92Q200 124 260 92"/>`,

  shirt: ({
    accent,
    variety,
  }) => `<path d="${LONG_SLEEVES}"/>${variety % 2 ? hatch('M140 130V322', 7, 20, 0, stroke(accent, 3, 0.6)) : ''}${SIDE}<path ${shade} d="M188 112h24v214h-24zM60 252l44 18-6 16-44-16zM340 252l-44 18 6 16 44-16z"/>
    <path ${light} d="M222 160h40v40h-40z"/>${hatch('M200 140l.1 0', 5, 0, 36, stroke('#fff', 9))}<path ${stroke('#000', 12)} stroke-opacity=".16" d="M152 88Q200 126 248 88"/>`,

  checked: ({
    accent,
  }) => `<path d="${LONG_SLEEVES}"/>${hatch('M136 110V326', 5, 32, 0, stroke(accent, 9, 0.45))}${hatch('M126 150h148', 6, 0, 32, stroke(accent, 9, 0.45))}${hatch('M84 170l34 12', 4, -8, 26, stroke(accent, 8, 0.45))}${hatch('M316 170l-34 12', 4, 8, 26, stroke(accent, 8, 0.45))}${SIDE}
    <path ${shade} d="M190 116h20v210h-20zM140 178h40v44h-40zM220 178h40v44h-40z"/><path d="M150 84L200 128L170 156L136 92zM250 84L200 128L230 156L264 92z"/><path ${shade} d="M150 84L200 128L170 156L136 92zM250 84L200 128L230 156L264 92z"/>${hatch('M200 156l.1 0', 5, 0, 34, stroke('#fff', 9))}`,

  jacket:
    () => `<path d="${LONG_SLEEVES}"/>${SIDE}<path ${shade} d="M134 236h50v62h-50zM216 236h50v62h-50zM218 160h42v38h-42zM60 252l44 18-6 16-44-16zM340 252l-44 18 6 16 44-16z"/><path ${stroke('#000', 4)} stroke-opacity=".28" d="M200 124V326"/>
    <path d="M150 84L200 126L168 160L134 92zM250 84L200 126L232 160L266 92z"/><path ${light} d="M150 84L200 126L168 160L134 92zM250 84L200 126L232 160L266 92z"/>${hatch('M188 150l.1 0', 5, 0, 38, stroke('#f3ead8', 11))}<path ${stroke('#fff', 3)} stroke-opacity=".45" stroke-dasharray="6 6" d="M138 242h42M220 242h42M130 318h140"/>`,

  rainJacket: ({
    accent,
  }) => `<path d="M142 106q-4-66 58-66t58 66q-58 50-116 0z"/><path ${shade} d="M158 104q0-44 42-44t42 44q-42 36-84 0z"/><path d="${LONG_SLEEVES}"/>${SIDE}<path ${shade} d="M134 242h52v14h-52zM214 242h52v14h-52zM60 252l44 18-6 16-44-16zM340 252l-44 18 6 16 44-16z"/>
    <path ${stroke('#fff', 9)} stroke-opacity=".5" d="M200 118V326"/>${hatch('M200 146l.1 0', 5, 0, 40, stroke(accent, 12))}<path ${stroke('#fff', 4)} d="M180 112v38M220 112v38"/>`,

  hanten: ({
    accent,
  }) => `<path d="M146 88L92 100L34 176V226H126V320H274V226H366V176L308 100L254 88Q200 110 146 88z"/>${hatch('M60 190v34', 3, 24, 0, stroke('#fff', 4, 0.3))}${hatch('M292 190v34', 3, 24, 0, stroke('#fff', 4, 0.3))}
    <path fill="${accent}" d="M156 88L196 180V320H214V180L246 88L226 94L200 150L174 94z"/>${hatch('M140 240l12 12l12-12l12 12', 3, 0, 24, stroke('#fff', 3, 0.4))}${hatch('M226 240l12 12l12-12l12 12', 3, 0, 24, stroke('#fff', 3, 0.4))}<path ${shade} d="M34 218h92v8H34zM274 218h92v8h-92zM126 306h148v14H126z"/>`,

  trousers: () =>
    `<path d="${LEGS}"/><path ${light} d="M122 206h52l-8 58h-50zM226 206h52l6 58h-50z"/><path ${stroke('#fff', 3)} stroke-opacity=".5" stroke-dasharray="6 6" d="M262 130v60h-22v-60z"/>${WAIST}`,

  corduroys: () =>
    `<path d="${LEGS}"/>${hatch('M128 90l-14 244', 4, 13, 0, stroke('#000', 3, 0.12))}${hatch('M234 90l14 244', 4, 13, 0, stroke('#000', 3, 0.12))}${WAIST}`,

  socks: ({ accent }) => {
    const sock = (x: number, y: number) =>
      `<g transform="translate(${x} ${y})"><path d="M120 70h78v140q6 26 52 54q20 14 8 40q-8 20-34 16q-70-12-96-56q-12-20-8-54z"/><path ${shade} d="M176 70h22v140q6 26 52 54q20 14 8 40q-20-40-66-64q-18-20-16-60z"/><path fill="${accent}" d="M120 70h78v34h-78zM232 254l18 10q20 14 8 40q-8 20-34 16q-10-40 8-66z"/>${hatch('M128 72v30', 6, 12.5, 0, stroke('#000', 3, 0.2))}</g>`
    return sock(40, -6) + sock(-36, 16)
  },

  beanie: ({
    accent,
  }) => `<circle fill="${accent}" cx="200" cy="84" r="32"/><path d="M86 250q-4-156 114-156t114 156z"/><g ${stroke('#000', 4)} stroke-opacity=".12"><path d="M200 96V250M170 98Q124 150 124 250M230 98Q276 150 276 250M186 96Q160 160 162 250M214 96Q240 160 238 250"/></g>
    <rect x="72" y="238" width="256" height="70" rx="22"/>${hatch('M90 244v58', 13, 18.5, 0, stroke('#000', 5, 0.15))}<path ${light} d="M92 242h216q14 0 18 10H74q4-10 18-10z"/>`,

  strawHat: ({
    accent,
  }) => `<ellipse cx="200" cy="236" rx="164" ry="62"/><ellipse ${stroke('#000', 4)} stroke-opacity=".12" cx="200" cy="236" rx="140" ry="50"/><ellipse ${stroke('#000', 4)} stroke-opacity=".12" cx="200" cy="236" rx="118" ry="40"/><path d="M110 232q-6-124 90-124t90 124q-90 40-180 0z"/><path fill="${accent}" d="M109 206q90 40 182 0l-1 28q-90 40-180 0z"/>
    ${hatch('M124 160q76 24 152 0', 2, 0, 22, stroke('#000', 3, 0.14))}<path ${shade} d="M244 122q48 26 46 110q-26 12-56 17q28-60 10-127z"/>`,

  scarf: ({
    accent,
  }) => `<path d="M110 104q90-50 180 0q20 40-20 66q-70 30-140 0q-40-26-20-66z"/><path ${shade} d="M134 116q66-34 132 0q8 22-14 34q-52 20-104 0q-22-12-14-34z"/><path d="M146 150h62l-14 174h-68zM202 150h58l24 150h-66z"/><path ${shade} d="M202 150h16l-6 170h-18z"/>
    <path fill="${accent}" d="M131 268h66l-1 14h-67zM128 292h68l-1 8h-68zM214 250h62l2 14h-62zM217 274h63l1 8h-63z"/>${hatch('M130 324v18', 6, 12, 0, stroke('currentColor', 5))}${hatch('M222 300v18', 6, 12, 0, stroke('currentColor', 5))}`,

  kerchief: ({ accent }) =>
    `<path d="M60 120q140-30 280 0L204 326z"/><path ${stroke(accent, 6)} d="M86 134q114-22 228 0L202 300z"/><path ${shade} d="M340 120L204 326l-2-100z"/><g fill="${accent}"><circle cx="200" cy="200" r="20"/><circle cx="146" cy="160" r="9"/><circle cx="254" cy="160" r="9"/><circle cx="200" cy="256" r="9"/></g><path ${light} d="M60 120q140-30 280 0l-12 12q-128-26-256 0z"/>`,

  bundle: ({
    accent,
  }) => `<path d="M88 232q0-60 112-66q112 6 112 66q0 84-112 84T88 232z"/><path ${shade} d="M250 176q62 12 62 56q0 84-112 84q80-30 50-140z"/><path d="M196 176Q110 60 64 92q0 60 116 96zM204 176q86-116 132-84q0 60-116 96z"/><path ${light} d="M196 176Q110 60 64 92q80 10 116 90z"/><ellipse cx="200" cy="178" rx="30" ry="22"/><path ${shade} d="M170 178q30 22 60 0q0 22-30 22t-30-22z"/>
    <g fill="${accent}"><circle cx="140" cy="250" r="12"/><circle cx="200" cy="268" r="12"/><circle cx="260" cy="250" r="12"/><circle cx="170" cy="220" r="7"/><circle cx="230" cy="220" r="7"/></g>`,

  mittens: ({ accent }) =>
    pair(
      `<path d="M40 330V190Q40 70 116 70T192 190v20q40-50 62-26q16 34-62 110v36z"/><path ${shade} d="M150 84q42 30 42 106v140h-34q20-120-8-246z"/><path fill="${accent}" d="M32 286h168v54H32z"/>${hatch('M44 290v46', 10, 16, 0, stroke('#000', 4, 0.16))}<path ${stroke(accent, 7)} d="M70 176l23-24 23 24 23-24 23 24"/>`,
    ),

  gloves: ({ accent }) =>
    pair(
      `<path d="M52 340V200q-4-22-2-80q14-20 28 0l6 60V92q14-22 30 0v84l6-96q16-20 30 0l-2 100l12-74q16-16 28 4l-8 106q40-40 56-18q-20 70-62 100v42z"/><path ${shade} d="M150 182l12-76q16-16 28 4l-8 106q40-40 56-18q-20 70-62 100v42h-30q16-80 4-158z"/><path fill="${accent}" d="M44 300h140v44H44z"/><path ${stroke('#000', 3)} stroke-opacity=".2" stroke-dasharray="7 7" d="M50 312h128"/>`,
    ),

  belt: () => `<path ${stroke('currentColor', 34)} d="M276 214q60-10 56-70q-10-64-132-64T68 148q0 70 132 72h70"/><path ${stroke('currentColor', 34)} d="M270 220q-120 30-210 90"/><path ${stroke('#fff', 3)} stroke-opacity=".45" stroke-dasharray="9 8" d="M276 202q46-6 44-58q-10-52-120-52T80 148q0 58 120 60M250 214q-110 28-186 84"/>
    <rect x="244" y="186" width="62" height="58" rx="8" fill="none" stroke="#c8a24c" stroke-width="11"/><path ${stroke('#c8a24c', 8)} d="M250 216h56"/><g fill="#2e2622"><circle cx="176" cy="247" r="5"/><circle cx="142" cy="261" r="5"/><circle cx="108" cy="278" r="5"/></g>`,

  wallet: ({ accent }) =>
    `<rect fill="${accent}" x="118" y="96" width="150" height="60" rx="6"/><rect fill="#f4efe4" x="130" y="112" width="150" height="60" rx="6"/><rect x="80" y="134" width="240" height="168" rx="18"/><path ${shade} d="M80 254h240v30q0 18-18 18H98q-18 0-18-18z"/><path d="M240 190h80v56h-80q-22-4-22-28t22-28z"/><path ${light} d="M240 190h80v8h-80zM94 134h212q10 0 13 8H81q3-8 13-8z"/><circle ${brass} cx="248" cy="218" r="10"/><rect x="92" y="146" width="216" height="144" rx="10" ${stroke('#fff', 3)} stroke-opacity=".35" stroke-dasharray="8 7"/>`,

  umbrella: () =>
    turned(
      20,
      `<path ${stroke('#8a6242', 10)} d="M200 90V320q0 34-30 34t-30-30"/><path ${metal} d="M196 36h8v40h-8z"/><path d="M60 208Q70 70 200 70t140 138q-22-26-46 0q-24-28-48 0q-22-28-46 0q-24-28-46 0q-24-28-48 0q-24-26-46 0z"/>
      <path ${shade} d="M200 70q140 0 140 138q-22-26-46 0q-10-120-94-138z"/><path ${light} d="M200 70Q70 70 60 208q22-26 46 0q10-120 94-138z"/><path ${stroke('#000', 3)} stroke-opacity=".18" d="M200 70q-46 30-46 138M200 70q46 30 46 138"/>`,
    ),
}

export const standing: Record<string, Motif> = {
  tote: ({ accent }) =>
    `<path ${stroke('currentColor', 13)} d="M146 172q-8-100 54-100t54 100"/><path d="M94 166h212l12 146H82z"/><path ${shade} d="M262 166h44l12 146h-50z"/><path ${light} d="M94 166h212l1 12H93z"/><path ${stroke(accent, 8)} d="M150 246q25-24 50 0t50 0M150 272q25-24 50 0t50 0"/><path ${stroke('#000', 3)} stroke-opacity=".2" stroke-dasharray="7 7" d="M136 188v30h24v-30M240 188v30h24v-30"/>`,

  slippers: ({ accent }) =>
    `<g transform="translate(40 -26)"><path d="M70 270q-2-70 40-70q30 0 56 36q40 30 100 34q24 4 22 40H76q-8-16-6-40z" fill-opacity=".85"/><path fill="#8a6242" d="M70 300h220v14H76q-6-6-6-14z"/></g><path d="M50 266q-2-74 44-74q30 0 58 40q42 30 106 34q26 4 24 44H56q-8-18-6-44z"/><path ${shade} d="M152 232q42 30 106 34q26 4 24 44H180q10-50-28-78z"/><path fill="#8a6242" d="M48 298h236v14H56q-8-4-8-14z"/><ellipse fill="${accent}" cx="100" cy="206" rx="44" ry="15" transform="rotate(12 100 206)"/><ellipse fill="#000" fill-opacity=".2" cx="102" cy="207" rx="34" ry="9" transform="rotate(12 102 207)"/>`,

  clogs: () =>
    `<g transform="translate(46 -22)"><path fill="#c39a6b" d="M52 282h226v30H64q-12-10-12-30z"/><path d="M120 282q0-70 70-70q80 0 88 70z" fill-opacity=".85"/></g><path fill="#d3ab7b" d="M40 272h240v18q0 22-24 22H66q-26-4-26-40z"/><path fill="#000" fill-opacity=".15" d="M40 296h240q-2 16-24 16H66q-18-2-26-16z"/><path d="M112 276q0-82 74-82q86 0 94 82z"/><path ${shade} d="M186 194q86 0 94 82h-50q0-70-44-82z"/><path ${stroke('#2e2622', 12)} d="M150 206q30 20 40 68"/><rect x="160" y="222" width="28" height="24" rx="4" fill="none" stroke="#c8a24c" stroke-width="6"/>`,

  boots: ({ accent }) =>
    `<g transform="translate(62 -14)"><path d="M90 100h92v120q4 24 50 36q34 10 34 48H90z" fill-opacity=".8"/><path ${dark} d="M86 296h182v18H86z"/></g><path d="M76 108h98v124q4 26 54 38q36 10 36 42H76z"/><path ${shade} d="M140 108h34v124q4 26 54 38q36 10 36 30h-60q-70-20-64-70z"/><path fill="${accent}" d="M70 100h110v22H70z"/><path ${dark} d="M72 294h194v18H72z"/><path ${light} d="M90 132h11v150H90z"/>`,
}
