import type { Drawing } from './studio';

const times = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('');

/** A spark plug, lying. */
export const sparkPlug: Drawing = ({ size, detail, colour }) => {
  const thread = 74 + size * 26;
  const ribs = 4 + (detail % 2);
  return `<g transform="rotate(-24) scale(1.12)">
<rect x="-214" y="-12" width="34" height="24" rx="5" fill="url(#steel)"/><rect x="-184" y="-8" width="12" height="16" fill="url(#steel)"/>
<path d="M-174-20 L-66-24 L-66 24 L-174 20Z" fill="url(#ceramic)"/>
${times(ribs, (i) => `<rect x="${-164 + i * 21}" y="-25" width="10" height="50" rx="5" fill="url(#ceramic)" stroke="#8d949a" stroke-width=".8"/>`)}
<rect x="-92" y="-16" width="24" height="5" fill="${colour}"/><rect x="-92" y="-8" width="24" height="3" fill="${colour}"/>
<rect x="-66" y="-34" width="14" height="68" rx="3" fill="url(#steel)"/>
<path d="M-52-44 L0-44 L0 44 L-52 44Z" fill="url(#steel)"/><path d="M-52-15 L0-15 M-52 17 L0 17" stroke="#555c63" stroke-width="2"/><rect x="-52" y="-44" width="52" height="29" fill="#fff" opacity=".2"/>
<rect x="0" y="-32" width="20" height="64" fill="url(#steel)"/><rect x="20" y="-36" width="10" height="72" rx="4" fill="url(#brass)"/>
<rect x="30" y="-27" width="${thread}" height="54" fill="url(#steel)"/>
${times(Math.floor(thread / 7), (i) => `<path d="M${32 + i * 7}-28 l4 56" stroke="#4f565c" stroke-width="2.2"/>`)}
<rect x="${30 + thread}" y="-11" width="16" height="22" rx="4" fill="url(#ceramic)"/><rect x="${46 + thread}" y="-3.4" width="14" height="6.8" fill="#777e85"/>
<path d="M${30 + thread}-25 h34 q11 0 11 11 v16 h-9 v-12 q0-6-6-6 h-30Z" fill="url(#steel)"/></g>`;
};

/** A flat wiper blade, or a pair of them. */
export const wiperBlade: Drawing = ({ size, detail, colour }) => {
  const half = 205 + size * 38;
  const blade = `<path d="M${-half} 26 Q0-42 ${half} 26 L${half} 33 Q0-22 ${-half} 33Z" fill="url(#rubber)"/>
<path d="M${-half} 26 Q0-42 ${half} 26" fill="none" stroke="#8d9399" stroke-width="2" opacity=".7"/>
<path d="M${-half + 6} 35 Q0-18 ${half - 6} 35 L${half - 6} 43 Q0-9 ${-half + 6} 43Z" fill="#17191b"/>
<path d="M${-half + 6} 43 Q0-9 ${half - 6} 43" fill="none" stroke="#5b6065" stroke-width="2"/>
<rect x="${-half - 7}" y="22" width="18" height="22" rx="5" fill="#1d2023"/><rect x="${half - 11}" y="22" width="18" height="22" rx="5" fill="#1d2023"/>
<path d="M-56-6 Q-50-34-24-36 L24-36 Q50-34 56-6 L48 10 L-48 10Z" fill="#2b2f33"/><path d="M-50-10 Q-44-30-22-32 L22-32 Q44-30 50-10Z" fill="url(#lengthShade)" opacity=".6"/>
<rect x="-20" y="-26" width="40" height="22" rx="4" fill="${colour}"/><rect x="-20" y="-26" width="40" height="22" rx="4" fill="url(#lengthShade)" opacity=".5"/>`;
  if (detail % 3 === 0)
    return `<g transform="translate(0 -58) rotate(-13)">${blade}</g><g transform="translate(10 92) rotate(-13) scale(.84)">${blade}</g>`;
  return `<g transform="rotate(-17)">${blade}</g>`;
};

interface Coil {
  top: number;
  bottom: number;
  turns: number;
  reach: number;
  wire: number;
  colour: string;
}

/** One half of each turn of a coil spring: the halves behind what it winds around, or those before it. */
function coils({ top, bottom, turns, reach, wire, colour }: Coil, side: 'behind' | 'before'): string {
  const step = (bottom - top) / turns;
  return times(turns, (i) => {
    const y = top + i * step;
    const path =
      side === 'before'
        ? `M${-reach} ${y} C${-reach} ${y + step * 0.5} ${reach} ${y + step * 0.2} ${reach} ${y + step * 0.55}`
        : `M${reach} ${y + step * 0.55} C${reach} ${y + step * 0.85} ${-reach} ${y + step * 0.7} ${-reach} ${y + step}`;
    const line = (stroke: string, width: number, more = '') =>
      `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ${more}/>`;
    const light =
      side === 'before'
        ? line('#fff', wire * 0.24, `opacity=".6" transform="translate(-1 ${-wire * 0.2})"`)
        : line('#000', wire, 'opacity=".45"');
    return line('#15181b', wire + 2.4, 'opacity=".5"') + line(colour, wire) + light;
  });
}

/** A shock absorber, with a spring around it on some. */
export const shockAbsorber: Drawing = ({ size, detail, colour }) => {
  const width = 30 + size * 10;
  const spring: Coil = { top: -128, bottom: 52, turns: 5 + (detail % 3), reach: width + 26, wire: 17, colour };
  const sprung = detail % 2 === 0;
  const paint = sprung ? '#2c3136' : colour;
  return `<g transform="rotate(28)">${sprung ? coils(spring, 'behind') : ''}
<rect x="-10" y="-196" width="20" height="150" fill="url(#steelSide)"/><rect x="-15" y="-204" width="30" height="20" rx="4" fill="url(#steelSide)"/>
<rect x="${-width}" y="-60" width="${width * 2}" height="214" rx="9" fill="${paint}"/><rect x="${-width}" y="-60" width="${width * 2}" height="214" rx="9" fill="url(#roundShade)"/>
${sprung ? '' : `<rect x="${-width - 9}" y="-150" width="${width * 2 + 18}" height="112" rx="12" fill="url(#rubber)"/><rect x="${-width - 9}" y="-150" width="${width * 2 + 18}" height="112" rx="12" fill="url(#roundShade)" opacity=".7"/>`}
${sprung ? '' : times(8, (i) => `<rect x="${-width - 11}" y="${-144 + i * 13}" width="${width * 2 + 22}" height="4" rx="2" fill="#000" opacity=".45"/>`)}
<rect x="${-width - (sprung ? 42 : 6)}" y="52" width="${width * 2 + (sprung ? 84 : 12)}" height="15" rx="6" fill="#3a4046"/><rect x="${-width - (sprung ? 42 : 6)}" y="52" width="${width * 2 + (sprung ? 84 : 12)}" height="15" rx="6" fill="url(#roundShade)" opacity=".8"/>
${sprung ? `<rect x="${-width - 38}" y="-146" width="${width * 2 + 76}" height="20" rx="8" fill="#3a4046"/><rect x="${-width - 38}" y="-146" width="${width * 2 + 76}" height="20" rx="8" fill="url(#roundShade)" opacity=".8"/>${coils(spring, 'before')}` : ''}
<path d="M${-width + 6} 154 h${width * 2 - 12} v16 h${-width * 2 + 12}Z" fill="#33383d"/><circle cy="186" r="27" fill="#33383d"/><circle cy="186" r="27" fill="url(#cast)" opacity=".35"/><circle cy="186" r="16" fill="url(#rubber)"/><circle cy="186" r="8" fill="url(#cast)"/></g>`;
};

/** A coil spring, standing; two on some. */
export const coilSpring: Drawing = ({ size, detail, colour }) => {
  const spring: Coil = {
    top: -165,
    bottom: 160,
    turns: 6 + (detail % 3),
    reach: 78 + size * 18,
    wire: 22 + size * 5,
    colour,
  };
  const one = coils(spring, 'behind') + coils(spring, 'before');
  if (detail % 2)
    return `<g transform="translate(-108 -16) scale(.92)">${one}</g><g transform="translate(122 12)">${one}</g>`;
  return `<g transform="rotate(-11)">${one}</g>`;
};
