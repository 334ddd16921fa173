import { brass, dark, emblem, hatch, light, type Motif, metal, paper, shade, stroke, turned } from './ink.ts'

export const standing: Record<string, Motif> = {
  tin: (ink) => `<rect x="128" y="124" width="144" height="188" rx="10"/>
    <rect ${paper} x="128" y="172" width="144" height="100"/>
    <path fill="${ink.accent}" d="M128 172h144v8H128zM128 264h144v8H128z"/>${emblem(ink, 200, 222)}
    <path ${shade} d="M240 124h22q10 0 10 10v168q0 10-10 10h-22z"/>
    <rect x="120" y="98" width="160" height="36" rx="8"/><rect ${light} x="120" y="98" width="160" height="36" rx="8"/>
    <rect ${light} x="140" y="140" width="9" height="164" rx="4"/>`,

  spice: (ink) => `<rect x="122" y="176" width="156" height="136" rx="12"/>
    <circle ${paper} cx="200" cy="246" r="50"/>${emblem(ink, 200, 246, 0.9)}
    <path ${shade} d="M244 176h22q12 0 12 12v112q0 12-12 12h-22z"/>
    <rect ${metal} x="114" y="148" width="172" height="34" rx="8"/><rect ${light} x="122" y="154" width="156" height="8" rx="4"/>`,

  pouch: (ink) => `<path d="M124 150L136 92h128l12 58v150q0 12-12 12H136q-12 0-12-12z"/>
    <path ${shade} d="M136 92h128l12 58H124zM246 150h30v150q0 12-12 12h-18z"/>
    <path fill="${ink.accent}" d="M133 106h134l4 20H129z"/>
    <rect ${paper} x="146" y="178" width="108" height="104" rx="6"/>${emblem(ink, 200, 230)}
    <path ${light} d="M132 154h8v146h-8z"/>`,

  jar: (
    ink,
  ) => `<rect x="118" y="142" width="164" height="170" rx="28"/><path ${shade} d="M246 142h8q28 0 28 28v114q0 28-28 28h-8z"/>
    <rect ${paper} x="118" y="196" width="164" height="80"/>${emblem(ink, 200, 236, 0.9)}
    <rect ${light} x="132" y="152" width="10" height="150" rx="5"/>
    <rect fill="${ink.accent}" x="128" y="104" width="144" height="40" rx="7"/>
    <path ${shade} d="M128 132h144v12H128z"/><path ${light} d="M136 110h128v6H136z"/>`,

  clipJar: (ink) => `<rect ${paper} x="118" y="130" width="164" height="182" rx="26"/>
    <path d="M126 190h148v96q0 18-18 18H144q-18 0-18-18z"/><path ${light} d="M126 190h148v14H126z"/>
    <path fill="${ink.accent}" d="M124 124h152v12H124z"/><path ${light} d="M140 150h12v140h-12z"/>
    <path fill="#dfe8e6" d="M128 124q4-36 72-36t72 36z"/><path ${shade} d="M236 94q34 6 36 30h-36z"/>
    <path ${stroke('#8b9194', 6)} d="M112 160V118Q200 74 288 118V160"/>`,

  bottle: (
    ink,
  ) => `<path d="M178 84h44v52q0 14 14 28q24 20 24 50v84q0 14-14 14h-92q-14 0-14-14v-84q0-30 24-50q14-14 14-28z"/>
    <path ${shade} d="M214 84h8v52q0 14 14 28q24 20 24 50v84q0 14-14 14h-20z"/>
    <rect ${paper} x="140" y="204" width="120" height="80"/>${emblem(ink, 200, 244, 0.85)}
    <rect fill="${ink.accent}" x="174" y="62" width="52" height="30" rx="5"/><path ${light} d="M148 210h8v90h-8zM184 96h6v40h-6z"/>`,

  mister: () => `<path d="M150 196q0-24 30-30v-26h40v26q30 6 30 30v100q0 16-16 16h-68q-16 0-16-16z" fill-opacity=".75"/>
    ${hatch('M164 200v100', 6, 14, 0, stroke('#fff', 3, 0.4))}
    <path ${brass} d="M176 112h48v34h-48zM140 92h86v26h-66zM188 70h24v24h-24z"/><path ${stroke('#a8863a', 8)} d="M228 124q26 10 24 44"/>
    <path ${shade} d="M226 180q24 4 24 22v94q0 16-16 16h-8z"/>`,

  box: (
    ink,
  ) => `<rect x="100" y="170" width="200" height="142" rx="6"/><path ${shade} d="M100 184h200v12H100zM264 196h36v116h-36z"/>
    <rect x="90" y="136" width="220" height="50" rx="6"/><path ${light} d="M96 136h208q6 0 6 6v44H90v-44q0-6 6-6z"/>
    <path fill="${ink.accent}" d="M186 136h28v176h-28z"/>
    <path fill="${ink.accent}" d="M200 136q-60-50-74-22t74 22q60-50 74-22t-74 22z"/><path ${shade} d="M186 186h28v12h-28z"/>`,

  carton: (
    ink,
  ) => `<path d="M112 110h150v202H112z"/><path ${shade} d="M262 110l34 18v170l-34 14z"/><path d="M262 110l34 18v170l-34 14z" fill-opacity=".6"/>
    <path ${light} d="M112 110h150l34 18H140z"/><circle ${paper} cx="187" cy="206" r="52"/>${emblem(ink, 187, 206)}
    <path fill="${ink.accent}" d="M112 280h150v14H112z"/>`,

  crock:
    () => `<path d="M112 176h176q14 100-16 136H128q-30-36-16-136z"/><path ${shade} d="M246 176h42q14 100-16 136h-46q30-40 20-136z"/>
    <rect x="98" y="150" width="204" height="34" rx="12"/><path ${light} d="M110 156h180v8H110z"/>
    <path d="M128 150q6-36 72-36t72 36z"/><path ${shade} d="M128 150q6-36 72-36t72 36z"/><circle cx="200" cy="106" r="15"/>
    <path ${stroke('#5c6f86', 6)} d="M118 236h168M120 250h164"/>`,
}

export const lying: Record<string, Motif> = {
  bar: (ink) =>
    turned(
      -14,
      `<path ${metal} d="M136 92l10-14 10 14 10-14 11 14 11-14 12 14 12-14 11 14 11-14 10 14 10-14 10 14v220H136z"/>
      <rect x="128" y="106" width="144" height="222" rx="4"/><path ${shade} d="M252 106h16q4 0 4 4v214q0 4-4 4h-16z"/>
      <rect ${paper} x="128" y="160" width="144" height="104"/>${emblem(ink, 200, 212, 1.1)}
      <path fill="${ink.accent}" d="M128 160h144v6H128zM128 258h144v6H128zM176 288h48v8h-48z"/>`,
    ),

  sardines: (
    ink,
  ) => `<rect ${metal} x="72" y="116" width="256" height="168" rx="56"/><rect x="86" y="130" width="228" height="140" rx="46"/>
    <rect x="96" y="140" width="208" height="120" rx="40" ${stroke('#fff', 3)} stroke-opacity=".5"/>
    <path fill="${ink.accent}" d="M120 206q50-44 112-8l30-20q-8 24 0 44l-30-20q-62 40-112 4z"/><circle ${paper} cx="146" cy="200" r="5"/>
    <path ${stroke('#fff', 3)} stroke-opacity=".6" d="M176 190q10 12 0 24M196 188q10 14 0 28"/>
    <circle cx="288" cy="170" r="15" ${stroke('#8b9194', 7)}/>`,

  teaCake: (ink) => `<circle ${paper} cx="200" cy="200" r="118"/>
    <g ${stroke('#000', 3)} stroke-opacity=".1">${[0, 30, 60, 90, 120, 150].map((a) => `<path d="M200 84V316" transform="rotate(${a} 200 200)"/>`).join('')}</g>
    <circle cx="200" cy="200" r="66"/><circle ${paper} cx="200" cy="200" r="54"/>${emblem(ink, 200, 200, 1.1)}
    <path ${shade} d="M200 318a118 118 0 0 0 118-118h-14a104 104 0 0 1-104 104z"/>`,

  candies: (ink) =>
    [
      [130, 150, -20],
      [250, 130, 30],
      [190, 215, 5],
      [280, 240, -35],
      [120, 265, 40],
      [215, 300, -10],
    ]
      .map(
        ([x, y, a], n) => `<g transform="translate(${x} ${y}) rotate(${a})"${n % 2 ? ` fill="${ink.accent}"` : ''}>
        <path d="M-26 0L-56-20v40zM26 0L56-20v40z" fill-opacity=".75"/><rect x="-32" y="-20" width="64" height="40" rx="14"/>
        <path ${light} d="M-22-14h44v7h-44z"/></g>`,
      )
      .join(''),

  drops: () =>
    [
      [140, 140],
      [220, 120],
      [280, 180],
      [190, 200],
      [120, 230],
      [250, 260],
      [170, 290],
    ]
      .map(
        ([x, y], n) => `<g transform="translate(${x} ${y})"${n % 3 ? ` ${dark}` : ''}>
        <path d="M0-36L34 0L0 36L-34 0z"/><path ${light} d="M0-36L34 0L24 0L0-26L-24 0H-34z"/></g>`,
      )
      .join(''),
}
