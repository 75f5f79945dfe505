import type { Drawing } from './studio';

const times = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('');

/** A spin-on oil filter. */
export const oilFilter: Drawing = ({ size, detail, colour }) => {
  const half = 92 + size * 22;
  const height = 232 + size * 40;
  const top = -height / 2 - 6;
  const body = `M${-half} ${top} L${-half} ${top + height} Q${-half} ${top + height + 44} 0 ${top + height + 46} Q${half} ${top + height + 44} ${half} ${top + height} L${half} ${top}Z`;
  return `<path d="${body}" fill="${colour}"/><path d="${body}" fill="url(#roundShade)"/>
${times(13, (i) => `<path d="M${-half + 10 + (i * (half * 2 - 20)) / 12} ${top + height - 22} L${-half * 0.86 + 8 + (i * (half * 1.72 - 16)) / 12} ${top + height + 28}" stroke="#000" stroke-width="3" opacity=".26"/>`)}
<rect x="${-half}" y="${top + 62}" width="${half * 2}" height="${height * 0.4}" fill="#fff" opacity="${detail % 2 ? 0.9 : 0.16}"/><rect x="${-half}" y="${top + 62}" width="${half * 2}" height="${height * 0.4}" fill="url(#roundShade)" opacity=".55"/>
<rect x="${-half}" y="${top + 72}" width="${half * 2}" height="7" fill="${detail % 2 ? colour : '#fff'}" opacity=".85"/>
<ellipse cy="${top}" rx="${half + 3}" ry="34" fill="#596067"/><ellipse cy="${top - 5}" rx="${half + 3}" ry="34" fill="url(#steelSide)"/>
<ellipse cy="${top - 6}" rx="${half - 8}" ry="27" fill="#1c1f22"/><ellipse cy="${top - 5}" rx="${half - 18}" ry="22" fill="url(#cast)"/>
${[-0.62, -0.33, 0.33, 0.62].map((x, i) => `<ellipse cx="${x * half}" cy="${top - 5 + (i % 2 ? 7 : -7)}" rx="10" ry="5" fill="#15181a"/>`).join('')}
<ellipse cy="${top - 5}" rx="27" ry="12" fill="#7d858c"/><ellipse cy="${top - 5}" rx="22" ry="9" fill="#101214"/>`;
};

/** A panel air filter: a soft frame around the pleats. */
export const airFilter: Drawing = ({ size, detail, colour }) => {
  const half = 190 + size * 36;
  const paper = detail % 2 ? ['#f6f0dc', '#cdbf95'] : ['#f3f4f1', '#bfc4c0'];
  const pleats = 34;
  const step = (half * 2 - 48) / pleats;
  return `<g transform="skewX(-15) rotate(-3)"><rect x="${-half}" y="-92" width="${half * 2}" height="212" rx="16" fill="#000" opacity=".55"/>
<rect x="${-half}" y="-112" width="${half * 2}" height="212" rx="16" fill="${colour}"/><rect x="${-half}" y="-112" width="${half * 2}" height="212" rx="16" fill="url(#lengthShade)" opacity=".55"/>
<rect x="${-half + 20}" y="-92" width="${half * 2 - 40}" height="172" rx="6" fill="#3c3a33"/>
${times(pleats, (i) => `<rect x="${-half + 24 + i * step}" y="-90" width="${step * 0.6}" height="168" fill="${paper[0]}"/><rect x="${-half + 24 + i * step + step * 0.6}" y="-90" width="${step * 0.4}" height="168" fill="${paper[1]}"/>`)}
<rect x="${-half + 20}" y="-92" width="${half * 2 - 40}" height="30" fill="#000" opacity=".16"/>
${[-0.33, 0.33].map((y) => `<rect x="${-half + 20}" y="${y * 160 - 8}" width="${half * 2 - 40}" height="5" fill="${colour}" opacity=".75"/>`).join('')}
<rect x="${-half + 6}" y="-106" width="${half * 2 - 12}" height="5" rx="2.5" fill="#fff" opacity=".4"/></g>`;
};

/** A starter battery. */
export const battery: Drawing = ({ size, detail, colour }) => {
  const half = 150 + size * 38;
  const dark = detail % 2 ? '#23272b' : '#e9ecee';
  const pole = (x: number, cap: string) =>
    `<ellipse cx="${x}" cy="-112" rx="25" ry="10" fill="#15181a"/><rect x="${x - 17}" y="-146" width="34" height="34" fill="url(#steelSide)"/><ellipse cx="${x}" cy="-112" rx="17" ry="6" fill="#6e757b"/><ellipse cx="${x}" cy="-146" rx="17" ry="6.5" fill="#d9dde0"/><circle cx="${x}" cy="-80" r="0" fill="${cap}"/>`;
  return `<path d="M${-half}-92 L${half}-92 L${half} 178 L${-half} 178Z" fill="${dark}"/><path d="M${-half}-92 L${half}-92 L${half} 178 L${-half} 178Z" fill="url(#roundShade)" opacity=".3"/>
<path d="M${half}-92 L${half + 62}-126 L${half + 62} 138 L${half} 178Z" fill="${dark}"/><path d="M${half}-92 L${half + 62}-126 L${half + 62} 138 L${half} 178Z" fill="#000" opacity=".42"/>
<path d="M${-half}-92 L${-half + 66}-134 L${half + 62}-134 L${half}-92Z" fill="${colour}"/><path d="M${-half}-92 L${-half + 66}-134 L${half + 62}-134 L${half}-92Z" fill="#fff" opacity=".15"/>
<rect x="${-half - 5}" y="-94" width="${half * 2 + 5}" height="34" rx="3" fill="${colour}"/><rect x="${-half - 5}" y="-94" width="${half * 2 + 5}" height="34" rx="3" fill="url(#lengthShade)" opacity=".5"/>
<path d="M${half}-94 L${half + 64}-134 L${half + 64}-98 L${half}-60Z" fill="${colour}"/><path d="M${half}-94 L${half + 64}-134 L${half + 64}-98 L${half}-60Z" fill="#000" opacity=".3"/>
<rect x="${-half + 26}" y="-34" width="${half * 2 - 52}" height="150" rx="8" fill="${colour}"/><path d="M${-half + 26} 70 L${half - 26} 6 L${half - 26} 116 L${-half + 26} 116Z" fill="#fff" opacity=".24"/>
<path d="M-14-18 L-44 50 L-8 50 L-22 104 L34 28 L-2 28 L16-18Z" fill="#fff" opacity=".95"/>
<rect x="${-half + 44}" y="-16" width="70" height="12" rx="3" fill="#fff" opacity=".9"/><rect x="${half - 118}" y="84" width="72" height="9" rx="3" fill="#fff" opacity=".75"/><rect x="${half - 118}" y="66" width="46" height="9" rx="3" fill="#fff" opacity=".75"/>
${times(6, (i) => `<rect x="${-half + 10 + i * 9}" y="140" width="3" height="30" fill="#000" opacity=".2"/><rect x="${half - 16 - i * 9}" y="140" width="3" height="30" fill="#000" opacity=".2"/>`)}
${pole(-half + 84, '#c22')}${pole(half - 18, '#222')}`;
};

/** A pair of brake pads. */
export const brakePads: Drawing = ({ size, detail, colour }) => {
  const half = 122 + size * 22;
  const plate = `M${-half}-34 Q${-half - 4}-66 ${-half + 34}-68 Q0-104 ${half - 34}-68 Q${half + 4}-66 ${half}-34 L${half + 20}-24 L${half + 20} 14 L${half} 20 L${half - 12} 62 Q0 36 ${-half + 12} 62 L${-half} 20 L${-half - 20} 14 L${-half - 20}-24Z`;
  const lining = `M${-half + 14}-40 Q0-86 ${half - 14}-40 L${half - 22} 48 Q0 22 ${-half + 22} 48Z`;
  const slot =
    detail % 2
      ? `<path d="M-7-66 L7-66 L7 34 L-7 34Z" fill="#1a1c1e"/>`
      : `<path d="M${-half * 0.42}-60 l10 94 M${half * 0.42}-60 l-10 94" stroke="#1a1c1e" stroke-width="10"/>`;
  const pad = `<path d="${plate}" fill="#16181a" transform="translate(7 11)"/><path d="${plate}" fill="${colour}"/><path d="${plate}" fill="url(#lengthShade)" opacity=".45"/>
<path d="${lining}" fill="#26282a" transform="translate(4 8)"/><path d="${lining}" fill="#5a5856"/><path d="${lining}" fill="url(#cast)" opacity=".2"/>
${times(46, (i) => `<circle cx="${(((i * 73) % 97) / 97 - 0.5) * half * 1.5}" cy="${((i * 41) % 83) - 46}" r="${1 + (i % 3) * 0.7}" fill="${i % 4 ? '#8d8a86' : '#c2a36b'}" opacity=".75"/>`)}${slot}`;
  return `<g transform="translate(-38 -84) rotate(-7)">${pad}</g><g transform="translate(46 88) rotate(5)">${pad}</g>`;
};

/** A ribbed or toothed belt. */
export const driveBelt: Drawing = ({ size, detail, colour }) => {
  const half = 175 + size * 40;
  const loop = `M${-half + 84}-92 Q-20-66 ${half - 112}-124 A108 108 0 1 1 ${half - 112} 92 Q10 64 ${-half + 84} 108 A100 100 0 1 1 ${-half + 84}-92Z`;
  const line = (stroke: string, width: number, more = '') =>
    `<path d="${loop}" fill="none" stroke="${stroke}" stroke-width="${width}" ${more}/>`;
  const inside =
    detail % 2
      ? line('#3c4146', 20, 'stroke-dasharray="7 7"')
      : [-10, -3, 4, 11].map((at) => line('#44494e', 2.4, `transform="translate(0 ${at})"`)).join('');
  return `<g transform="rotate(-6)">${line('#000', 46, 'opacity=".35" transform="translate(6 16)"')}${line('#17191b', 42)}${line('#2b2f33', 36)}${inside}
${line('#8e9499', 1.6, 'opacity=".55" transform="translate(0 -18)"')}${line(colour, 3.4, 'stroke-dasharray="46 150" transform="translate(0 15)"')}</g>`;
};

/** A halogen bulb, or a pair of them. */
export const bulb: Drawing = ({ size, detail, colour }) => {
  const length = 118 + size * 26;
  const one = `<path d="M-34 40 L-34 ${40 - length} Q-34 ${-10 - length} 0 ${-14 - length} Q34 ${-10 - length} 34 ${40 - length} L34 40Z" fill="#dfe9f2" opacity=".72"/>
<path d="M-34 40 L-34 ${40 - length} Q-34 ${-10 - length} 0 ${-14 - length} Q34 ${-10 - length} 34 ${40 - length} L34 40Z" fill="url(#roundShade)" opacity=".5"/>
<path d="M-22 ${4 - length} Q0 ${-18 - length} 22 ${4 - length} L22 ${-2 - length} Q0 ${-16 - length} -22 ${-2 - length}Z" fill="${colour}" opacity=".8"/>
<path d="M-14 36 L-14 ${52 - length} L14 ${52 - length} L14 36" stroke="#6f767c" stroke-width="3" fill="none"/><path d="M-14 ${52 - length} ${times(7, (i) => `q2 ${i % 2 ? 9 : -9} 4 0`)}" stroke="#d88c20" stroke-width="3.4" fill="none"/>
<path d="M-25 ${20 - length} L-25 22" stroke="#fff" stroke-width="6" opacity=".85" stroke-linecap="round"/>
<rect x="-40" y="34" width="80" height="38" rx="5" fill="url(#steelSide)"/><ellipse cy="74" rx="76" ry="15" fill="#59616a"/><ellipse cy="69" rx="76" ry="15" fill="url(#steelSide)"/>
<rect x="-46" y="80" width="92" height="42" rx="6" fill="${colour}"/><rect x="-46" y="80" width="92" height="42" rx="6" fill="url(#roundShade)"/>
<rect x="-30" y="122" width="15" height="44" fill="url(#steelSide)"/><rect x="15" y="122" width="15" height="44" fill="url(#steelSide)"/>`;
  if (detail % 2)
    return `<g transform="translate(-104 6) rotate(-9)">${one}</g><g transform="translate(112 14) rotate(12)">${one}</g>`;
  return `<g transform="rotate(24) scale(1.12)">${one}</g>`;
};

/** A jug of engine oil. */
export const oilJug: Drawing = ({ size, detail, colour }) => {
  const half = 108 + size * 22;
  const body = `M${-half} -70 Q${-half}-112 ${-half + 42}-122 L-26-150 L-26-172 L34-172 L34-150 Q${half - 20}-158 ${half - 6}-128 L${half}-86 L${half} 168 Q${half} 186 ${half - 18} 186 L${-half + 18} 186 Q${-half} 186 ${-half} 168Z`;
  const shape = [
    'M0-26 Q46 28 0 62 Q-46 28 0-26Z',
    'M-50 40 L0-30 L50 40Z',
    'M-46-8 H46 V4 H-46Z M-46 18 H46 V30 H-46Z M-46 44 H10 V56 H-46Z',
  ][detail % 3];
  return `<path d="${body}" fill="${colour}"/><path d="${body}" fill="url(#roundShade)" opacity=".85"/>
<path d="M${half - 62}-116 Q${half - 26}-124 ${half - 24}-92 L${half - 24}-6 Q${half - 26} 10 ${half - 42} 8 Q${half - 58} 6 ${half - 56}-12 L${half - 60}-84 Q${half - 62}-98 ${half - 74}-106Z" fill="#dfe3e7"/><path d="M${half - 62}-116 Q${half - 26}-124 ${half - 24}-92 L${half - 24}-6 Q${half - 26} 10 ${half - 42} 8" fill="none" stroke="#000" stroke-width="4" opacity=".35"/>
<rect x="-34" y="-206" width="76" height="38" rx="6" fill="#24282c"/><rect x="-34" y="-206" width="76" height="38" rx="6" fill="url(#roundShade)"/>${times(11, (i) => `<rect x="${-30 + i * 6.6}" y="-203" width="2.2" height="32" fill="#000" opacity=".4"/>`)}
<rect x="${-half + 16}" y="22" width="${half * 2 - 32}" height="142" rx="6" fill="#fff" opacity=".95"/><rect x="${-half + 16}" y="22" width="${half * 2 - 32}" height="142" rx="6" fill="url(#roundShade)" opacity=".22"/>
<g transform="translate(${-half * 0.38} 78) scale(.86)"><path d="${shape}" fill="${colour}"/></g>
<rect x="${half * 0.1}" y="54" width="${half * 0.66}" height="17" rx="3" fill="#2a2f34"/><rect x="${half * 0.1}" y="82" width="${half * 0.5}" height="9" rx="3" fill="#9aa2a9"/><rect x="${half * 0.1}" y="99" width="${half * 0.58}" height="9" rx="3" fill="#9aa2a9"/><rect x="${-half + 16}" y="142" width="${half * 2 - 32}" height="22" fill="${colour}"/>`;
};
