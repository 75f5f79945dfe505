import sharp from 'sharp';

/** What varies from one photo of a kind to the next. */
export interface Look {
  /** The colour of paint, plastic or packaging. */
  colour: string;
  /** 0 to 1: how long, wide or thick the part is. */
  size: number;
  /** A small whole number: how many holes, spokes or coils, or which pattern. */
  detail: number;
}

/** Draws a part as SVG around the origin, within about 250 units to the left and right and 200 up and down. */
export type Drawing = (look: Look) => string;

/** How the photo is taken: the whole part, a close-up, or the part with its box. */
export type View = 'whole' | 'close-up' | 'boxed';

/** Gradients and materials that all drawings may use by name. */
const materials = `
<linearGradient id="steel" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#8b9299"/><stop offset=".22" stop-color="#f4f6f8"/>
<stop offset=".5" stop-color="#b4bbc2"/><stop offset=".8" stop-color="#6d747b"/><stop offset="1" stop-color="#9aa1a8"/></linearGradient>
<linearGradient id="steelSide" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#5d646b"/><stop offset=".25" stop-color="#eef1f3"/>
<stop offset=".55" stop-color="#aab1b8"/><stop offset=".85" stop-color="#5f666d"/><stop offset="1" stop-color="#868d94"/></linearGradient>
<radialGradient id="cast" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="#dfe3e6"/><stop offset=".55" stop-color="#a6adb3"/>
<stop offset="1" stop-color="#6a7178"/></radialGradient>
<radialGradient id="hollow" cx=".5" cy=".35" r=".7"><stop offset="0" stop-color="#15181b"/><stop offset="1" stop-color="#3c4248"/></radialGradient>
<linearGradient id="rubber" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#4a4e53"/><stop offset=".35" stop-color="#2a2d31"/>
<stop offset="1" stop-color="#131517"/></linearGradient>
<linearGradient id="roundShade" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".5"/>
<stop offset=".2" stop-color="#fff" stop-opacity=".38"/><stop offset=".42" stop-color="#fff" stop-opacity="0"/>
<stop offset=".8" stop-color="#000" stop-opacity=".34"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
<linearGradient id="lengthShade" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".3"/>
<stop offset=".25" stop-color="#fff" stop-opacity=".45"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/>
<stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
<linearGradient id="ceramic" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#cfd3d6"/><stop offset=".3" stop-color="#ffffff"/>
<stop offset="1" stop-color="#a9aeb3"/></linearGradient>
<linearGradient id="brass" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#a8862f"/><stop offset=".3" stop-color="#ffe9a8"/>
<stop offset="1" stop-color="#8a6a1d"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>
<radialGradient id="floor"><stop offset="0" stop-color="#1b2228" stop-opacity=".42"/><stop offset=".55" stop-color="#1b2228" stop-opacity=".26"/>
<stop offset="1" stop-color="#1b2228" stop-opacity="0"/></radialGradient>
<filter id="shadow" x="-20%" y="-20%" width="150%" height="150%"><feDropShadow dx="7" dy="12" stdDeviation="9" flood-color="#10151a" flood-opacity=".34"/></filter>`;

const placement: Record<View, { part: string; floor: { x: number; y: number; width: number } }> = {
  whole: { part: 'translate(400 288) scale(1.22)', floor: { x: 400, y: 536, width: 300 } },
  'close-up': { part: 'translate(420 320) rotate(-9) scale(1.62)', floor: { x: 420, y: 592, width: 380 } },
  boxed: { part: 'translate(310 318) scale(.84)', floor: { x: 330, y: 498, width: 230 } },
};

/** Takes the photo: a WebP of 720 x 540 pixels. */
export function photograph(drawing: Drawing, look: Look, view: View): Promise<Buffer> {
  return sharp(Buffer.from(scene(drawing, look, view)))
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}

function scene(drawing: Drawing, look: Look, view: View): string {
  const { part, floor } = placement[view];
  const warmth = look.detail % 2 ? ['#fbfaf8', '#e7e3dd', '#cdc8c1'] : ['#f9fafb', '#e2e6ea', '#c6cdd3'];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="540" viewBox="0 0 800 600">
<defs>${materials}
<radialGradient id="wall" cx=".42" cy=".3" r=".9"><stop offset="0" stop-color="${warmth[0]}"/><stop offset="1" stop-color="${warmth[1]}"/></radialGradient>
<linearGradient id="table" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${warmth[1]}" stop-opacity="0"/><stop offset="1" stop-color="${warmth[2]}"/></linearGradient>
</defs>
<rect width="800" height="600" fill="url(#wall)"/><rect y="360" width="800" height="240" fill="url(#table)"/>
${view === 'boxed' ? `<g transform="translate(585 330)">${carton(look.colour)}</g>` : ''}
<ellipse cx="${floor.x}" cy="${floor.y}" rx="${floor.width}" ry="26" fill="url(#floor)"/>
<g transform="${part}" filter="url(#shadow)">${drawing(look)}</g></svg>`;
}

function carton(colour: string): string {
  return `<ellipse cx="10" cy="170" rx="180" ry="26" fill="url(#floor)"/>
<path d="M-110-120 L70-120 L70 168 L-110 168Z" fill="${colour}"/><path d="M-110-120 L70-120 L70 168 L-110 168Z" fill="url(#roundShade)" opacity=".28"/>
<path d="M70-120 L140-150 L140 128 L70 168Z" fill="${colour}"/><path d="M70-120 L140-150 L140 128 L70 168Z" fill="#000" opacity=".34"/>
<path d="M-110-120 L-34-150 L140-150 L70-120Z" fill="${colour}"/><path d="M-110-120 L-34-150 L140-150 L70-120Z" fill="#fff" opacity=".26"/>
<rect x="-110" y="-52" width="180" height="92" fill="#fff" opacity=".93"/><path d="M70-52 L140-84 L140 4 L70 40Z" fill="#d9dde0"/>
<rect x="-92" y="-34" width="84" height="13" rx="2" fill="#30363c"/><rect x="-92" y="-12" width="122" height="6" rx="2" fill="#9aa2a9"/>
<rect x="-92" y="2" width="96" height="6" rx="2" fill="#9aa2a9"/>
${Array.from({ length: 15 }, (_, bar) => `<rect x="${-92 + bar * 5}" y="16" width="${1 + (bar % 3)}" height="16" fill="#30363c"/>`).join('')}`;
}

/** Repeats a piece of SVG around the origin. */
export function around(count: number, piece: (index: number) => string, offset = 0): string {
  const turn = 360 / count;
  return Array.from({ length: count }, (_, i) => `<g transform="rotate(${offset + i * turn})">${piece(i)}</g>`).join(
    '',
  );
}
