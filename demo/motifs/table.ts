import { brass, dark, hatch, light, type Motif, paper, shade, stroke, wood } from './ink.ts'

export const standing: Record<string, Motif> = {
  mug: () => `<path ${stroke('currentColor', 20)} d="M252 180h18q40 0 40 42t-40 42h-18"/><path d="M118 142h140v130q0 40-40 40h-60q-40 0-40-40z"/>
    <path fill="#d8c3a2" d="M118 268h140v4q0 40-40 40h-60q-40 0-40-40z"/><path ${shade} d="M226 142h32v130q0 40-40 40h-20q28-6 28-40z"/>
    <ellipse cx="188" cy="142" rx="70" ry="12"/><ellipse ${shade} cx="188" cy="142" rx="62" ry="8"/><rect ${light} x="132" y="162" width="10" height="94" rx="5"/>
    <path ${stroke('#fff', 7)} stroke-opacity=".6" d="M166 116q-14-18 0-34t0-34M206 116q-14-18 0-34t0-34"/>`,

  enamelMug:
    () => `<path ${stroke('currentColor', 16)} d="M262 186q56-14 56 32t-56 50"/><path d="M116 150h150l-6 146q-1 16-18 16H140q-17 0-18-16z"/><path ${shade} d="M232 150h34l-6 146q-1 16-18 16h-24q14-2 14-16z"/>
    <rect ${dark} x="108" y="142" width="166" height="13" rx="6"/><rect ${light} x="132" y="170" width="10" height="110" rx="5"/><g fill="#fff" fill-opacity=".5">${[160, 205, 180, 225, 170].map((x, n) => `<circle cx="${x}" cy="${180 + n * 24}" r="3"/>`).join('')}</g>`,

  cup: ({
    accent,
  }) => `<ellipse ${paper} cx="196" cy="296" rx="128" ry="17"/><ellipse ${shade} cx="196" cy="294" rx="70" ry="8"/><path ${stroke('currentColor', 15)} d="M258 206q48-8 46 22t-58 34"/>
    <path d="M122 180h148q2 96-44 112h-60q-46-16-44-112z"/><path ${shade} d="M236 180h34q2 96-44 112h-26q36-20 36-112z"/><ellipse ${paper} cx="196" cy="180" rx="74" ry="14"/><ellipse fill="#5b3a26" cx="196" cy="183" rx="62" ry="9"/>
    <rect ${wood} x="288" y="276" width="34" height="12" rx="4"/><path ${stroke(accent, 5)} d="M132 222q64 16 128 0"/>`,

  bowl: () => `<path d="M150 296h100v16H150z"/><path d="M82 186h236q2 84-76 114h-84q-78-30-76-114z"/><path ${shade} d="M262 186h56q2 84-76 114h-30q50-36 50-114z"/>
    <ellipse cx="200" cy="186" rx="118" ry="20"/><ellipse ${shade} cx="200" cy="187" rx="106" ry="14"/><path ${stroke('#fff', 6)} stroke-opacity=".35" d="M104 222q12 40 44 58"/>`,

  teaBowl: ({
    accent,
  }) => `<path ${dark} d="M164 292h72v20h-72z"/><path fill="#2e2a28" d="M98 162h204q4 94-72 134h-60q-76-40-72-134z"/>
    <path fill="#9a5230" d="M98 162h204l-1 22q-20 18-40 4t-42 10q-22 12-42-4t-40 6q-22 6-38-14z"/><ellipse fill="#1f1c1b" cx="200" cy="162" rx="102" ry="17"/><ellipse fill="${accent}" cx="200" cy="165" rx="84" ry="10"/>
    <path ${stroke('#fff', 6)} stroke-opacity=".25" d="M124 208q10 44 40 68"/>`,

  tumbler:
    () => `<path d="M130 116h140l-14 184q-1 12-14 12h-84q-13 0-14-12z" fill-opacity=".45"/><path d="M134 172h132l-10 128q-1 12-14 12h-84q-13 0-14-12z" fill-opacity=".5"/>
    <ellipse cx="200" cy="116" rx="70" ry="11" fill-opacity=".6"/><ellipse ${light} cx="200" cy="172" rx="65" ry="9"/><path ${light} d="M146 136h12l10 160h-10z"/>
    <g fill="#fff" fill-opacity=".6"><circle cx="220" cy="220" r="5"/><circle cx="200" cy="260" r="4"/><circle cx="230" cy="276" r="6"/></g>`,

  carafe:
    () => `<path fill="#b9d3d6" fill-opacity=".75" d="M172 92h56v50q46 40 46 92v60q0 18-18 18H144q-18 0-18-18v-60q0-52 46-92z"/>
    <path fill="#8fb9c2" fill-opacity=".75" d="M132 206h136q6 14 6 28v60q0 18-18 18H144q-18 0-18-18v-60q0-14 6-28z"/><circle ${wood} cx="200" cy="84" r="32"/><path ${shade} d="M212 54a32 32 0 0 1 0 60q20-30 0-60z"/>
    <path ${light} d="M144 206q6-22 20-38l8 6q-16 20-16 52v70h-12z"/>`,

  teapot:
    () => `<path ${stroke('currentColor', 18)} d="M124 196q-66-16-62 38t74 44"/><path d="M258 256q40-14 46-76l34-14q-4 100-72 128z"/>
    <path d="M104 242q0-70 92-74q92 4 92 74q0 70-60 70h-64q-60 0-60-70z"/><path ${shade} d="M240 178q48 16 48 64q0 70-60 70h-40q58-14 52-134z"/>
    <path d="M142 172q6-30 54-30t54 30z"/><path ${light} d="M142 172q6-30 54-30t54 30z"/><circle cx="196" cy="130" r="15"/><path ${light} d="M122 232q4-26 28-40q-14 30-12 66h-14q-4-12-2-26z"/>`,

  butterDish:
    () => `<rect x="74" y="284" width="252" height="28" rx="14"/><path ${light} d="M82 288h236v6H82z"/><path d="M102 286v-66q0-28 28-28h140q28 0 28 28v66z"/>
    <path ${shade} d="M258 192h12q28 0 28 28v66h-40zM102 276h196v10H102z"/><rect x="172" y="170" width="56" height="24" rx="12"/><rect ${light} x="118" y="206" width="10" height="68" rx="5"/>`,

  eggCup:
    () => `<ellipse fill="#f3dcc0" cx="206" cy="178" rx="50" ry="62"/><path ${light} d="M176 160q6-30 26-34q-14 26-14 54z"/><path d="M86 214q10-70 58-52q10 36 62 34q60 2 74-34l36-10q10 118-84 140h-60q-70-14-86-78z"/>
    <path ${shade} d="M280 162l36-10q10 118-84 140h-30q70-30 78-130z"/><path fill="#c8452f" d="M106 150q0-24 12-18q2-18 16-10q12-12 16 6q-4 20-16 30z"/><path fill="#e0a02e" d="M92 190l-30 8l26 14z"/><circle ${dark} cx="118" cy="186" r="6"/>
    <path d="M176 288h48l18 24H158z"/><path ${stroke('#000', 4)} stroke-opacity=".18" d="M196 232q20 18 44 0M206 254q16 14 34 0"/>`,

  cakeStand:
    () => `<path fill="#e8c48f" d="M112 138h176v56H112z"/><path fill="#fff6ea" d="M112 126q0-14 14-14h148q14 0 14 14v26q-14 16-26 2q-12 18-26 2q-12 20-26 0q-12 14-24 0q-14 20-26 0q-12 14-24-2q-12 12-24-4z"/><circle fill="#c8452f" cx="200" cy="102" r="13"/><path fill="#c8452f" fill-opacity=".5" d="M112 168h176v8H112z"/>
    <path d="M70 194h260q-6 26-34 26q-16 10-32 0q-16 10-32 0q-16 10-32 0q-16 10-32 0q-16 10-32 0q-16 10-32 0q-28 0-34-26z" fill-opacity=".8"/><path d="M184 220h32q-2 50 44 92H140q46-42 44-92z" fill-opacity=".8"/><path ${light} d="M78 198h244v6H78z"/><path ${shade} d="M204 220h12q-2 50 44 92h-36q-22-40-20-92z"/>`,

  jug: () => `<path ${stroke('currentColor', 16)} d="M140 176q-60-10-52 44t66 34"/><path d="M136 126h98l42-24q-16 40-12 70l20 112q4 28-24 28H142q-26 0-22-28l16-112z"/><path ${shade} d="M234 126l42-24q-16 40-12 70l20 112q4 28-24 28h-40q34-60 14-186z"/>
    <path ${light} d="M136 126h98l42-24l-6 18l-32 18H136zM146 180h11l-12 104h-12z"/>`,
}

export const lying: Record<string, Motif> = {
  plate:
    () => `<circle cx="200" cy="200" r="128"/><circle ${light} cx="200" cy="200" r="120"/><circle cx="200" cy="200" r="116"/><circle ${shade} cx="200" cy="200" r="84"/><circle cx="200" cy="202" r="81"/>
    <circle cx="200" cy="200" r="124" ${stroke('#b98a5c', 5)} stroke-opacity=".55"/><path ${stroke('#fff', 7)} stroke-opacity=".4" d="M108 160q20-46 66-62"/>`,

  chopsticks: ({
    accent,
  }) => `<g transform="rotate(-40 200 200)"><path d="M24 190l340-8v18l-340-2zM24 222l340 2v18l-340-12z"/><path fill="${accent}" d="M316 183l12 0v17h-12zM316 224h12v18l-12-1z"/><path ${light} d="M24 190l340-8v6zM24 222l340 2v5z"/>
    <rect ${wood} x="90" y="172" width="30" height="80" rx="12"/><path ${shade} d="M110 174q10 0 10 12v54q0 12-10 12z"/></g>`,

  bento:
    () => `<rect x="70" y="118" width="260" height="164" rx="78"/><rect x="84" y="132" width="232" height="136" rx="66" ${stroke('#000', 4)} stroke-opacity=".16"/>
    ${hatch('M110 130Q200 116 290 130', 6, 0, 26, stroke('#000', 2, 0.1))}<path ${dark} d="M150 110h14v182h-14z"/><g ${brass}><path d="M226 122h10v22h-10zM242 122h10v22h-10z"/></g><path ${light} d="M100 180q10-40 50-46v12q-30 6-38 38z"/>`,
}
