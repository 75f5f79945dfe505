import type { Locator } from '@playwright/test';

/** A bar as it is painted, in pixels of the chart; `bottom` is its lowest row. */
export interface Bar {
  left: number;
  width: number;
  bottom: number;
  colour: [red: number, green: number, blue: number];
}

/** Reads the bars from the pixels of the chart: the runs of strong colour in the lowest row that has four of them. */
export function readBars(chart: Locator): Promise<Bar[]> {
  return chart.evaluate((element) => {
    const canvas = element.querySelector('canvas');
    if (!canvas || canvas.width === 0) return [];
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(canvas, 0, 0);
    const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const scale = width / canvas.getBoundingClientRect().width;
    const pixel = (x: number, y: number) => data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
    const strength = ([red, green, blue, alpha]: Uint8ClampedArray) =>
      ((Math.max(red, green, blue) - Math.min(red, green, blue)) * alpha) / 255;
    const measure = (from: number, to: number, y: number) => {
      const middle = pixel(Math.floor((from + to) / 2), y);
      let area = 0; // a pixel at the edge counts by how much of it the bar covers
      for (let x = from - 2; x < to + 2; x += 1) area += Math.min(1, strength(pixel(x, y)) / strength(middle));
      const colour: [number, number, number] = [middle[0], middle[1], middle[2]];
      return { left: from / scale, width: Math.round(area / scale), bottom: y / scale, colour };
    };
    const runs = (y: number) => {
      const found: [number, number][] = [];
      for (let x = 0, start = -1; x <= width; x += 1) {
        const inside = x < width && strength(pixel(x, y)) > 60;
        if (inside && start < 0) start = x;
        if (!inside && start >= 0) {
          if (x - start > 8) found.push([start, x]);
          start = -1;
        }
      }
      return found;
    };
    for (let y = height - 1; y >= 3; y -= 1) {
      if (runs(y).length === 4) return runs(y - 3).map(([from, to]) => measure(from, to, y - 3));
    }
    return [];
  });
}

/** Names a colour by its hue. */
export function colourName([red, green, blue]: Bar['colour']): string {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hue = sixth * 60;
  const names: [number, string][] = [
    [20, 'red'],
    [70, 'yellow'],
    [170, 'green'],
    [195, 'cyan'],
    [245, 'blue'],
    [300, 'purple'],
    [335, 'pink'],
    [361, 'red'],
  ];
  return names.find(([end]) => hue < end)![1];
}

/** Runs in the page: watches the chart, and answers the milliseconds from the first change of its bars to the last. */
export function barHeights(): Promise<number> {
  return new Promise((resolve) => {
    let copy: OffscreenCanvasRenderingContext2D | null = null;
    let painted = 0;
    let first = 0;
    let last = 0;
    const read = (canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      if (copy?.canvas.width !== width)
        copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy!.clearRect(0, 0, width, height);
      copy!.drawImage(canvas, 0, 0);
      return copy!.getImageData(0, 0, width, height).data;
    };
    const look = (now: number) => {
      const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
      const image = canvas?.width ? read(canvas) : [];
      let coloured = 0;
      for (let at = 0; at < image.length; at += 16) {
        const [red, green, blue] = [image[at], image[at + 1], image[at + 2]];
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured += 1;
      }
      if (coloured > 0 && coloured !== painted) {
        first ||= now;
        last = now;
        painted = coloured;
      }
      if (first && now - last > 800) resolve(last - first);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
