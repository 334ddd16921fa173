import { brass, dark, hatch, light, type Motif, metal, paper, shade, stroke, turned, wood } from './ink.ts'

export const standing: Record<string, Motif> = {
  pot: () => `<path d="M92 196h216v76q0 40-40 40H132q-40 0-40-40z"/><path ${shade} d="M256 196h52v76q0 40-40 40h-30q18-10 18-40z"/>
    <rect x="62" y="208" width="42" height="20" rx="10"/><rect x="296" y="208" width="42" height="20" rx="10"/>
    <path d="M86 196q2-44 114-48q112 4 114 48z"/><path ${light} d="M86 196q2-44 114-48q112 4 114 48z"/><path ${shade} d="M86 190h228v8H86z"/>
    <circle ${brass} cx="200" cy="140" r="15"/><rect ${light} x="108" y="208" width="10" height="76" rx="5"/>`,

  wok: () => `<path d="M66 196h250q-8 108-125 116q-117-8-125-116z"/><path ${light} d="M66 196h250l-2 14H68z"/>
    <path ${shade} d="M250 196h66q-8 108-125 116q54-30 59-116z"/><path ${wood} d="M310 190l74-44q12-4 12 10l-82 50z"/>
    <path ${stroke('#3d3936', 9)} d="M72 204q-30-4-30 16t36 16"/>`,

  jamPan:
    () => `<path d="M84 196h232l-26 104q-3 12-16 12H126q-13 0-16-12z"/><path ${shade} d="M264 196h52l-26 104q-3 12-16 12h-30q14 0 18-20z"/>
    <path ${light} d="M84 196h232l-3 12H87z"/><g fill="#fff" fill-opacity=".16">${[130, 170, 210, 250].map((x) => `<circle cx="${x}" cy="240" r="9"/><circle cx="${x + 18}" cy="272" r="9"/>`).join('')}</g>
    <path ${stroke('#6d5a48', 9)} d="M96 196q4-92 104-92t104 92"/>`,

  mill: () => `<path d="M160 312h80l-6-22q2-30-12-46q16-26 2-60h-48q-14 34 2 60q-14 16-12 46z"/>
    <path d="M166 178q-10-60 34-66q44 6 34 66z"/><path ${light} d="M166 178q-10-60 34-66q44 6 34 66z"/>
    <path ${shade} d="M210 312h30l-6-22q2-30-12-46q16-26 2-60h-14q8 90 0 128z"/><circle ${metal} cx="200" cy="104" r="11"/><path ${shade} d="M166 174h68v8h-68z"/>`,

  grinder:
    () => `<rect x="154" y="160" width="92" height="152" rx="12"/><path ${shade} d="M222 160h12q12 0 12 12v128q0 12-12 12h-12z"/>
    <rect ${metal} x="150" y="132" width="100" height="34" rx="8"/><rect ${metal} x="154" y="232" width="92" height="10"/>
    <path ${stroke('#55524f', 9)} d="M200 130V106H288"/><circle ${wood} cx="294" cy="94" r="17"/><rect ${light} x="164" y="172" width="8" height="130" rx="4"/>`,

  dripper:
    () => `<path fill="#cfdcdd" fill-opacity=".8" d="M146 240h108l14 56q2 16-14 16H146q-16 0-14-16z"/><path fill="#5b3d2b" d="M138 276h124l6 20q2 16-14 16H146q-16 0-14-16z"/>
    <path d="M104 112h192l-56 112h-80z"/><path ${shade} d="M240 112h56l-56 112h-24z"/>${hatch('M134 122L172 214', 5, 18, 0, stroke('#fff', 4, 0.3))}
    <rect x="126" y="222" width="148" height="20" rx="10"/><path ${stroke('currentColor', 14)} d="M288 136q42-4 34 32t-58 22"/><path ${light} d="M104 112h192l-5 10H109z"/>`,

  kettle:
    () => `<path d="M104 296q-12-118 96-124q108 6 96 124q-1 16-18 16H122q-17 0-18-16z"/><path d="M280 216l56-44 16 16-50 82z"/>
    <path ${shade} d="M250 186q56 30 46 110q-1 16-18 16h-40q36-50 12-126z"/><path d="M156 176q4-22 44-22t44 22z"/><path ${light} d="M156 176q4-22 44-22t44 22z"/>
    <circle ${dark} cx="200" cy="148" r="12"/><path ${stroke('#3d3936', 12)} d="M136 196q-8-104 64-104t64 104"/><path ${light} d="M122 230q6-24 22-34q-12 40-6 84h-14q-6-26-2-50z"/>`,

  cezve:
    () => `<path d="M122 296q-6-50 26-96h88q32 46 26 96q-1 16-18 16h-104q-17 0-18-16z"/><path ${shade} d="M214 200h22q32 46 26 96q-1 16-18 16h-26q18-50-4-112z"/>
    <path d="M140 186h104l-8 16h-88z"/><path ${light} d="M140 186h104l-4 8h-96z"/><path ${stroke('#8a6242', 14)} d="M244 214L352 148"/>`,

  mixingBowls:
    () => `<path d="M136 176h128l-8-34H144z" fill-opacity=".55"/><path d="M116 204h168l-8-36H124z" fill-opacity=".75"/><path ${light} d="M116 200h168v8H116z"/>
    <path d="M84 208h232q0 92-76 104h-80q-76-12-76-104z"/><path ${shade} d="M262 208h54q0 92-76 104h-24q44-22 46-104z"/><path ${light} d="M80 202h240v14H80z"/>`,

  loafPan:
    () => `<path fill="#d9a566" d="M92 206q-8-64 54-62q50-18 108 0q62-2 54 62z"/><path ${stroke('#fff', 7)} stroke-opacity=".4" d="M146 170q14-14 28-14M200 168q14-14 28-14M250 174q10-10 20-10"/>
    <path d="M78 204h244l-24 98q-3 10-14 10H116q-11 0-14-10z"/><path ${shade} d="M270 204h52l-24 98q-3 10-14 10h-36q18-40 22-108z"/><rect x="68" y="196" width="264" height="16" rx="6"/><path ${light} d="M76 198h248v6H76z"/>`,

  scale: ({
    accent,
  }) => `<path d="M120 312l14-116h132l14 116z"/><path ${shade} d="M236 196h30l14 116h-44z"/><circle ${paper} cx="200" cy="254" r="46"/>
    <circle cx="200" cy="254" r="36" fill="none" stroke="#3d3936" stroke-width="5" stroke-dasharray="3 8"/><path ${stroke(accent, 6)} d="M200 254L220 226"/><circle ${dark} cx="200" cy="254" r="6"/>
    <rect ${metal} x="186" y="170" width="28" height="28"/><path ${metal} d="M84 128h232q-8 46-66 48H150q-58-2-66-48z"/><path ${light} d="M84 128h232l-3 12H87z"/>`,

  mortar: () => `${turned(28, `<rect x="206" y="30" width="34" height="190" rx="17" fill-opacity=".8"/>`)}
    <path d="M98 190h204q2 84-62 100l14 22H146l14-22q-64-16-62-100z"/><path ${shade} d="M248 190h54q2 84-62 100l14 22h-40q36-46 34-122z"/><rect x="88" y="176" width="224" height="26" rx="12"/><path ${light} d="M98 180h204v8H98z"/>`,

  breadBin:
    () => `<path d="M78 312v-96q0-58 58-58h128q58 0 58 58v96z"/>${hatch('M82 226h236', 4, 0, 18, stroke('#000', 3, 0.14))}
    <path ${shade} d="M276 159q46 8 46 57v96h-46z"/><rect ${wood} x="66" y="292" width="268" height="20" rx="6"/><rect ${wood} x="160" y="268" width="80" height="14" rx="7"/><path ${light} d="M98 206q4-34 40-36h30v10h-28q-26 0-30 28z"/>`,

  chasen: ({
    accent,
  }) => `<path d="M166 206L132 98q68-28 136 0L234 206z" fill-opacity=".8"/><path ${stroke('#7a5c33', 2)} stroke-opacity=".45" d="M172 204L146 98M181 204L166 94M190 204L184 92M200 204V91M210 204L216 92M219 204L234 94M228 204L254 98"/>
    <path d="M166 204h68v100q0 8-8 8h-52q-8 0-8-8z"/><path fill="${accent}" d="M164 196h72v14h-72z"/><path ${shade} d="M214 210h20v94q0 8-8 8h-12zM166 250h68v6h-68z"/>`,
}

export const lying: Record<string, Motif> = {
  knife: () =>
    turned(
      -38,
      `<path ${metal} d="M24 182h214v48q-140 10-214-48z"/><path fill="#e4e8e9" d="M24 182q74 58 214 48v-10q-120 6-214-38z"/>
      <rect ${dark} x="236" y="180" width="14" height="46" rx="3"/><path d="M248 182h110q20 4 18 24t-26 22q-60-8-102 0z"/>
      <path ${shade} d="M248 210q60-6 126 4q-6 12-24 14q-60-8-102 0z"/><g ${brass}><circle cx="272" cy="202" r="5"/><circle cx="304" cy="202" r="5"/><circle cx="336" cy="204" r="5"/></g>`,
    ),

  breadKnife: () =>
    turned(
      -38,
      `<path ${metal} d="M20 186q6-8 20-8h200v34q-6 12-16 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-8 12-18 0q-20 2-42-26z"/>
      <path ${light} d="M30 182h210v8H26z"/><rect ${dark} x="238" y="176" width="12" height="40" rx="3"/><rect x="248" y="178" width="122" height="38" rx="16"/><path ${shade} d="M248 200h122q-2 16-16 16H248z"/>`,
    ),

  garden: () =>
    turned(
      -38,
      `<path ${metal} d="M22 204q40-30 90-30h116v60H112q-50 0-90-30z"/><path ${light} d="M50 204q30-14 66-14h112v10H50z"/>
      ${hatch('M128 222v12', 6, 16, 0, stroke('#3d3936', 3))}<rect ${dark} x="226" y="184" width="20" height="40" rx="4"/><rect x="244" y="182" width="126" height="44" rx="20"/><path ${shade} d="M244 206h126q-4 20-20 20H244z"/>`,
    ),

  board: () => `<rect x="96" y="74" width="208" height="252" rx="20"/>
    <g fill="#000" fill-opacity=".1">${[0, 1, 2, 3].map((r) => [0, 1].map((c) => `<path d="M${96 + c * 104 + (r % 2) * 52} ${74 + r * 63}h52v63h-52z"/>`).join('')).join('')}</g>
    <g fill="#fff" fill-opacity=".12">${[0, 1, 2, 3].map((r) => `<path d="M${148 + (r % 2) * 52} ${74 + r * 63}h52v63h-52z"/>`).join('')}</g><circle fill="#efe6d6" cx="200" cy="104" r="13"/>
    <rect x="96" y="74" width="208" height="252" rx="20" ${stroke('#000', 5)} stroke-opacity=".12"/>`,

  skillet: () =>
    turned(
      -35,
      `<path d="M256 182h96q26 0 26 18t-26 18h-96z"/><circle fill="#efe6d6" cx="356" cy="200" r="8"/><circle cx="160" cy="200" r="112"/><circle ${light} cx="160" cy="200" r="112"/><circle cx="160" cy="200" r="98"/>
      <circle ${shade} cx="160" cy="200" r="86"/><path ${stroke('#fff', 7)} stroke-opacity=".22" d="M92 170q20-42 64-48"/><path d="M56 172L40 186l16 14z"/>`,
    ),

  spoon: () =>
    turned(
      38,
      `<path d="M190 150h20l8 210q0 14-18 14t-18-14z"/><path d="M200 36q46 6 46 66t-46 66q-46-6-46-66t46-66z"/><path ${shade} d="M200 52q32 6 32 50t-32 50q-32-6-32-50t32-50z"/>
      <path ${light} d="M176 80q8-18 22-20q-14 22-12 50q-16-8-10-30z"/>`,
    ),

  cutlery:
    () => `<g transform="translate(-76 0)"><path d="M192 210h16l8 116q0 14-16 14t-16-14zM170 70h10v74h14V70h12v74h14V70h10v92q0 40-30 48q-30-8-30-48z"/></g>
    <path d="M186 216h30l2 112q0 14-17 14t-17-14zM186 210V92q0-28 18-34q16 40 14 152z"/><path ${light} d="M186 210V92q0-28 18-34q-8 60-6 152z"/>
    <g transform="translate(78 0)"><path d="M192 190h16l8 136q0 14-16 14t-16-14z"/><path d="M200 60q34 4 34 68t-34 68q-34-4-34-68t34-68z"/><path ${shade} d="M200 76q22 4 22 52t-22 52q-22-4-22-52t22-52z"/></g>`,

  rollingPin: () =>
    turned(
      -35,
      `<path d="M20 190q180-34 360 0q8 10 0 20q-180 34-360 0q-8-10 0-20z"/><path ${shade} d="M16 200h368q0 6-4 10q-180 34-360 0q-4-4-4-10z"/><path ${light} d="M60 190q140-20 280 0v6q-140-18-280 0z"/>`,
    ),

  whisk: () =>
    turned(
      38,
      `<g ${stroke('#9aa1a5', 5)}><path d="M200 236C90 190 120 40 200 40S310 190 200 236M200 236C140 180 150 42 200 40S260 180 200 236M200 236V40"/></g>
      <path d="M186 228h28l6 130q0 16-20 16t-20-16z"/><path ${shade} d="M202 228h12l6 130q0 16-18 16z"/><path ${metal} d="M182 226h36v16h-36z"/>`,
    ),

  apron: ({
    accent,
  }) => `<path ${stroke('currentColor', 9)} d="M160 104Q150 50 200 50T240 104M112 196L74 236M288 196L326 236"/>
    <path d="M152 98h96q4 70 56 92v152H96V190q52-22 56-92z"/><path ${shade} d="M152 98h96l1 14h-98zM262 172q18 12 42 18v152h-42z"/>
    <path ${light} d="M146 226h108v66q0 12-12 12h-84q-12 0-12-12z"/><path ${stroke(accent, 4)} d="M146 236h108M200 236v68"/>`,

  ovenMitt: ({ accent }) => `<path d="M126 330V220Q70 210 84 158q22-18 46 16V120q4-60 64-60t68 60v210z"/>
    ${hatch('M130 130L258 258', 5, 0, 38, stroke('#000', 3, 0.1))}<rect fill="${accent}" x="116" y="296" width="156" height="40" rx="10"/><path ${shade} d="M232 80q30 14 30 40v176h-30z"/><path ${stroke(accent, 7)} d="M270 312q30-2 20-24t-20-4"/>`,
}
