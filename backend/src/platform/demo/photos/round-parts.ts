import { around, type Drawing } from './studio';

/** The sheen of turned metal: two soft wedges of light, kept to a circle. */
function sheen(radius: number, clip: string): string {
  const wedge = `M0 0 L${radius}-${radius * 0.42} L${radius} ${radius * 0.1}Z`;
  return `<clipPath id="${clip}"><circle r="${radius}"/></clipPath><g clip-path="url(#${clip})" filter="url(#soft)" opacity=".75">
<path d="${wedge}" fill="#fff" transform="rotate(-28)"/><path d="${wedge}" fill="#fff" transform="rotate(152)"/>
<path d="${wedge}" fill="#3b4249" transform="rotate(62)" opacity=".5"/><path d="${wedge}" fill="#3b4249" transform="rotate(242)" opacity=".5"/></g>`;
}

const hole = (x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#hollow)"/><circle cx="${x}" cy="${y + 0.8}" r="${radius}" fill="none" stroke="#f3f5f6" stroke-width="1.1" opacity=".7"/>`;

/** A brake disc: plain, drilled or slotted. */
export const brakeDisc: Drawing = ({ size, detail, colour }) => {
  const radius = 168 + size * 26;
  const hat = radius * 0.47;
  const bolts = 4 + (detail % 2);
  const grooves = Array.from({ length: 11 }, (_, ring) => {
    return `<circle r="${hat + 12 + (ring * (radius - hat - 16)) / 10}" fill="none" stroke="#5b6268" stroke-width=".7" opacity=".35"/>`;
  });
  const drilled = around(12, (i) =>
    [0.6, 0.74, 0.88].map((part, row) => hole(radius * part, row * 16 - (i % 2) * 6, 5.4)).join(''),
  );
  const slotted = around(
    8,
    () =>
      `<path d="M${hat + 22} 0 Q${radius * 0.75} 22 ${radius - 14} 58" stroke="#3a4046" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  );
  return `<circle cx="17" cy="7" r="${radius}" fill="#454b51"/><circle cx="13" cy="5.5" r="${radius}" fill="#23272b"/><circle cx="9" cy="4" r="${radius}" fill="#6a7178"/>
<circle r="${radius}" fill="url(#cast)"/>${grooves.join('')}${sheen(radius, 'disc')}
<circle r="${radius - 1}" fill="none" stroke="#f5f7f8" stroke-width="2" opacity=".7"/>
${['', drilled, slotted][detail % 3]}
<circle r="${hat + 8}" fill="#31363b" opacity=".55"/><circle r="${hat}" fill="${colour}"/><circle r="${hat}" fill="url(#cast)" opacity=".62"/>
<circle r="${hat - 5}" fill="none" stroke="#fff" stroke-width="2" opacity=".45"/>
${around(bolts, () => hole(hat * 0.66, 0, 8.5), -90)}${around(bolts, () => hole(hat * 0.66, 0, 3.4), -90 + 180 / bolts)}
<circle r="${hat * 0.39}" fill="#7b8289"/><circle r="${hat * 0.36}" fill="url(#hollow)"/>`;
};

/** A wheel bearing with its balls, and a coloured seal on some. */
export const wheelBearing: Drawing = ({ size, detail, colour }) => {
  const radius = 150 + size * 25;
  const inner = radius * 0.5;
  const race = (radius + inner) / 2;
  const balls = 9 + (detail % 4);
  const ball = `<circle cx="${race}" r="${radius * 0.125}" fill="url(#ball)"/>`;
  const seal = `<circle r="${race}" fill="none" stroke="${colour}" stroke-width="${radius * 0.24}"/><circle r="${race}" fill="none" stroke="#000" opacity=".25" stroke-width="${radius * 0.24}"/>
${[-0.07, 0, 0.07].map((at) => `<circle r="${race + at * radius}" fill="none" stroke="#fff" opacity=".28" stroke-width="1.6"/>`).join('')}`;
  return `<radialGradient id="ball" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".45" stop-color="#b9c0c6"/><stop offset="1" stop-color="#41484e"/></radialGradient>
<circle cx="34" cy="14" r="${radius}" fill="#4d545a"/><circle cx="26" cy="11" r="${radius}" fill="#7d858c"/><circle cx="18" cy="8" r="${radius}" fill="#a3abb1"/><circle cx="8" cy="4" r="${radius}" fill="#5f666c"/>
<circle r="${radius}" fill="url(#cast)"/>${sheen(radius, 'bearing')}<circle r="${radius - 1.5}" fill="none" stroke="#fff" stroke-width="2.4" opacity=".75"/>
<circle r="${radius * 0.88}" fill="#2c3136"/>${detail % 2 ? seal : around(balls, () => ball) + `<circle r="${race}" fill="none" stroke="#b08d3c" stroke-width="9" opacity=".85"/>${around(balls, () => ball)}`}
<circle r="${inner * 1.2}" fill="url(#cast)"/>${sheen(inner * 1.2, 'race')}<circle r="${inner * 0.94}" fill="#e8ebed"/><circle r="${inner * 0.9}" fill="url(#hollow)"/>
<path d="M${-inner * 0.5} ${inner * 0.72} A${inner * 0.88} ${inner * 0.88} 0 0 0 ${inner * 0.85} ${inner * 0.1}" stroke="#8b939a" stroke-width="9" fill="none" opacity=".6"/>`;
};

/** A clutch disc: friction lining, torsion springs, splined hub. */
export const clutchDisc: Drawing = ({ size, detail, colour }) => {
  const radius = 165 + size * 22;
  const middle = radius * 0.6;
  const segments = 14 + (detail % 3) * 2;
  const spring = `<rect x="${middle * 0.52}" y="-26" width="26" height="52" rx="6" fill="#22272b"/>${[
    -19, -10, -1, 8, 17,
  ]
    .map(
      (y) =>
        `<rect x="${middle * 0.52 + 2}" y="${y - 3}" width="22" height="6.4" rx="3" fill="${colour}" stroke="#fff" stroke-opacity=".4"/>`,
    )
    .join('')}`;
  return `<circle cx="9" cy="5" r="${radius}" fill="#2f2721"/><circle r="${radius}" fill="#6d5c4c"/><circle r="${radius}" fill="url(#cast)" opacity=".28"/>
${around(segments, () => `<path d="M${middle + 6} 0 L${radius - 2} 0" stroke="#3b3028" stroke-width="5"/><circle cx="${(radius + middle) / 2}" cy="14" r="5" fill="#2b241e"/>`)}
<circle r="${radius - 1}" fill="none" stroke="#b9a793" stroke-width="2" opacity=".6"/>
<circle r="${middle}" fill="#555c63"/><circle r="${middle}" fill="url(#cast)" opacity=".85"/>${sheen(middle, 'plate')}
${around(6, () => hole(middle * 0.88, 0, 6), 30)}${around(4 + (detail % 2) * 2, () => spring)}
<circle r="${middle * 0.4}" fill="url(#cast)" stroke="#4a5157" stroke-width="3"/><circle r="${middle * 0.24}" fill="url(#hollow)"/>
${around(18, () => `<rect x="${middle * 0.19}" y="-2.6" width="${middle * 0.07}" height="5.2" fill="#a5adb4"/>`)}`;
};

/** An alloy wheel; the detail is the number of spokes. */
export const alloyWheel: Drawing = ({ size, detail, colour }) => {
  const radius = 178 + size * 18;
  const rim = radius * 0.84;
  const spokes = 5 + (detail % 5);
  const width = 150 / spokes;
  const spoke = `<path d="M24-${width * 0.45} Q${rim * 0.5}-${width * 0.62} ${rim + 6}-${width * 1.12} L${rim + 6} ${width * 1.12} Q${rim * 0.5} ${width * 0.62} 24 ${width * 0.45}Z" fill="${colour}"/>
<path d="M24-${width * 0.45} Q${rim * 0.5}-${width * 0.62} ${rim + 6}-${width * 1.12} L${rim + 6}-${width * 0.5} Q${rim * 0.5}-${width * 0.2} 24-4Z" fill="#fff" opacity=".42"/>`;
  return `<circle cx="16" cy="6" r="${radius}" fill="#0e1012"/><circle r="${radius}" fill="url(#rubber)"/>
${around(60, () => `<rect x="${radius - 11}" y="-1.2" width="9" height="2.4" fill="#0b0c0d"/>`)}
<circle r="${radius * 0.9}" fill="none" stroke="#5a5f64" stroke-width="1.6" opacity=".7"/>
<circle r="${rim + 4}" fill="url(#cast)"/><circle r="${rim - 6}" fill="#23272a"/><circle r="${rim - 26}" fill="#111315"/>
<circle r="${rim * 0.62}" fill="#4a5056"/><circle r="${rim * 0.62}" fill="url(#cast)" opacity=".35"/>${around(24, () => hole(rim * 0.5, 0, 4))}
${around(spokes, () => spoke, -90)}${sheen(rim, 'rim')}
<circle r="${rim + 2}" fill="none" stroke="#f2f4f5" stroke-width="5" opacity=".85"/><circle r="${rim - 5}" fill="none" stroke="#4a5157" stroke-width="2.4" opacity=".6"/>
<circle r="48" fill="${colour}"/><circle r="48" fill="url(#cast)" opacity=".5"/>${around(5, () => hole(31, 0, 6.4), -90)}<circle r="17" fill="#2b3035"/><circle r="14" fill="url(#cast)"/>`;
};
