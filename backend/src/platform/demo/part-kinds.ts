import { alloyWheel, brakeDisc, clutchDisc, wheelBearing } from './photos/round-parts';
import { coilSpring, shockAbsorber, sparkPlug, wiperBlade } from './photos/long-parts';
import { airFilter, battery, brakePads, bulb, driveBelt, oilFilter, oilJug } from './photos/other-parts';
import type { Drawing } from './photos/studio';
import { pick, type Random } from './random';

/** What a kind of part says about one product: the words after its brand, and its measures. */
export interface PartText {
  title: string;
  fields: Record<string, string>;
}

/** A kind of part that the demo shop sells. */
export interface PartKind {
  code: string;
  drawing: Drawing;
  colours: readonly string[];
  /** Whether it is made for one car only; a battery or oil is not. */
  fitsOneCar: boolean;
  about: string;
  describe(random: Random): PartText;
}

const paints = ['#2f6fb4', '#c0392b', '#2e7d4f', '#3a4149', '#e0a526', '#5d6d7e', '#7d3c98'] as const;
const greys = ['#aab2b9', '#8f979e', '#5c646b', '#3a4046'] as const;
const axles = ['front', 'rear'] as const;

const brakes: PartKind[] = [
  {
    code: 'BD',
    drawing: brakeDisc,
    colours: greys,
    fitsOneCar: true,
    about: 'High-carbon casting with a coated hub, balanced and ready to fit. Always change both discs of an axle.',
    describe(random) {
      const diameter = pick(random, [256, 266, 280, 288, 300, 312, 320, 340]);
      const axle = pick(random, axles);
      const type = pick(random, ['vented', 'solid', 'drilled', 'slotted']);
      const thickness = pick(random, [10, 12, 22, 25, 28]);
      return {
        title: `Brake disc ${diameter} mm, ${type}, ${axle}`,
        fields: { Axle: axle, Diameter: `${diameter} mm`, Thickness: `${thickness} mm`, Type: type },
      };
    },
  },
  {
    code: 'BP',
    drawing: brakePads,
    colours: ['#3a4149', '#c0392b', '#2f6fb4', '#2e7d4f'],
    fitsOneCar: true,
    about: 'A set of four pads for one axle, low in dust, with shims against squeal.',
    describe(random) {
      const axle = pick(random, axles);
      const compound = pick(random, ['ceramic', 'low-metallic', 'organic']);
      const sensor = pick(random, ['with wear sensor', 'without wear sensor']);
      return {
        title: `Brake pads, ${axle}, ${compound}, ${sensor}`,
        fields: {
          Axle: axle,
          Compound: compound,
          'Wear indicator': sensor,
          Width: `${pick(random, [123.1, 131.5, 146.2, 155.1])} mm`,
        },
      };
    },
  },
];

const chassis: PartKind[] = [
  {
    code: 'SA',
    drawing: shockAbsorber,
    colours: paints,
    fitsOneCar: true,
    about: 'Twin-tube damper, tuned to the springs the car left the factory with.',
    describe(random) {
      const axle = pick(random, axles);
      const system = pick(random, ['gas pressure', 'oil pressure']);
      return {
        title: `Shock absorber, ${axle}, ${system}`,
        fields: {
          Axle: axle,
          System: system,
          Length: `${pick(random, [338, 352, 371, 405])} mm`,
          Mounting: pick(random, ['top pin', 'eye and pin']),
        },
      };
    },
  },
  {
    code: 'CS',
    drawing: coilSpring,
    colours: paints,
    fitsOneCar: true,
    about: 'Cold-wound spring steel under two layers of coating. Sold singly.',
    describe(random) {
      const axle = pick(random, axles);
      const wire = pick(random, [11.5, 12.25, 13, 13.75]);
      return {
        title: `Coil spring ${wire} mm, ${axle}`,
        fields: { Axle: axle, 'Wire diameter': `${wire} mm`, Length: `${pick(random, [312, 338, 361, 389])} mm` },
      };
    },
  },
  {
    code: 'WB',
    drawing: wheelBearing,
    colours: ['#c0392b', '#2f6fb4', '#e0a526', '#3a4149'],
    fitsOneCar: true,
    about: 'Bearing kit with nut, circlip and a magnetic ring for the wheel speed sensor.',
    describe(random) {
      const outer = pick(random, [64, 72, 78, 85]);
      const axle = pick(random, axles);
      return {
        title: `Wheel bearing kit ${outer} mm, ${axle}`,
        fields: {
          Axle: axle,
          'Outer diameter': `${outer} mm`,
          'Inner diameter': `${outer / 2} mm`,
          ABS: pick(random, ['with magnetic ring', 'without magnetic ring']),
        },
      };
    },
  },
  {
    code: 'AW',
    drawing: alloyWheel,
    colours: ['#c9ced2', '#8f979e', '#3d4247', '#b79a5b'],
    fitsOneCar: false,
    about: 'Low-pressure cast wheel with a salt-proof lacquer, for winter as well.',
    describe(random) {
      const inches = pick(random, [15, 16, 17, 18]);
      const pattern = pick(random, ['5x112', '5x108', '5x114.3', '4x100']);
      return {
        title: `Alloy wheel ${inches}", ${pattern}`,
        fields: { Size: `${inches} inches`, 'Bolt pattern': pattern, Offset: `ET${pick(random, [38, 43, 45, 50])}` },
      };
    },
  },
];

const engine: PartKind[] = [
  {
    code: 'OF',
    drawing: oilFilter,
    colours: paints,
    fitsOneCar: true,
    about: 'Spin-on filter with a non-return valve, so that oil is there from the first turn.',
    describe(random) {
      const height = pick(random, [76, 85, 93, 120]);
      return {
        title: `Oil filter, spin-on, ${height} mm`,
        fields: {
          Height: `${height} mm`,
          Thread: pick(random, ['M20x1.5', '3/4-16 UNF', 'M22x1.5']),
          'Bypass valve': `${pick(random, [1, 1.5, 2.5])} bar`,
        },
      };
    },
  },
  {
    code: 'AF',
    drawing: airFilter,
    colours: ['#3a4149', '#2f6fb4', '#c0392b', '#e07b26'],
    fitsOneCar: true,
    about: 'Pleated panel with a moulded frame that seals all around. Change it every 30,000 km.',
    describe(random) {
      const length = pick(random, [212, 258, 292, 345]);
      return {
        title: `Air filter ${length} mm`,
        fields: {
          Length: `${length} mm`,
          Width: `${pick(random, [135, 168, 187])} mm`,
          Height: `${pick(random, [42, 57, 70])} mm`,
        },
      };
    },
  },
  {
    code: 'SP',
    drawing: sparkPlug,
    colours: paints,
    fitsOneCar: true,
    about: 'Fine-wire electrode for a steady spark up to 90,000 km. Tighten to 25 Nm.',
    describe(random) {
      const metal = pick(random, ['iridium', 'platinum', 'nickel']);
      const gap = pick(random, [0.7, 0.8, 0.9, 1.1]);
      return {
        title: `Spark plug, ${metal}, gap ${gap} mm`,
        fields: {
          Electrode: metal,
          Gap: `${gap} mm`,
          Thread: pick(random, ['M14x1.25', 'M12x1.25']),
          Hexagon: pick(random, ['16 mm', '14 mm']),
        },
      };
    },
  },
  {
    code: 'VB',
    drawing: driveBelt,
    colours: ['#e0e4e7', '#c0392b', '#2e7d4f', '#2f6fb4'],
    fitsOneCar: true,
    about: 'EPDM rubber that stays quiet when it is wet. Check the tensioner when you change it.',
    describe(random) {
      const ribs = pick(random, [4, 5, 6, 7]);
      const length = pick(random, [868, 1045, 1198, 1320, 1750]);
      return { title: `Ribbed belt ${ribs}PK${length}`, fields: { Ribs: String(ribs), Length: `${length} mm` } };
    },
  },
  {
    code: 'CD',
    drawing: clutchDisc,
    colours: ['#c0392b', '#2f6fb4', '#e0a526', '#2e7d4f'],
    fitsOneCar: true,
    about: 'Friction disc with sprung hub. We recommend to change the release bearing with it.',
    describe(random) {
      const diameter = pick(random, [190, 200, 215, 228, 240]);
      return {
        title: `Clutch disc ${diameter} mm`,
        fields: { Diameter: `${diameter} mm`, 'Hub teeth': String(pick(random, [23, 24, 26, 28])) },
      };
    },
  },
  {
    code: 'EO',
    drawing: oilJug,
    colours: paints,
    fitsOneCar: false,
    about: 'Fully synthetic oil for long intervals, safe for particle filters.',
    describe(random) {
      const grade = pick(random, ['0W-20', '0W-30', '5W-30', '5W-40', '10W-40']);
      const litres = pick(random, [1, 4, 5]);
      return {
        title: `Engine oil ${grade}, ${litres} l`,
        fields: { Viscosity: grade, Volume: `${litres} l`, ACEA: pick(random, ['A3/B4', 'C2', 'C3', 'C5']) },
      };
    },
  },
];

const electrics: PartKind[] = [
  {
    code: 'BT',
    drawing: battery,
    colours: ['#2f6fb4', '#c0392b', '#2e7d4f', '#3a4149', '#e0a526'],
    fitsOneCar: false,
    about: 'Free of maintenance, delivered charged. We take the old one back.',
    describe(random) {
      const capacity = pick(random, [44, 52, 60, 70, 74, 80, 95]);
      const type = pick(random, ['AGM', 'EFB', 'standard']);
      return {
        title: `Battery 12 V ${capacity} Ah, ${type}`,
        fields: {
          Capacity: `${capacity} Ah`,
          'Cold start': `${capacity * 9} A`,
          Type: type,
          Plus: pick(random, ['right', 'left']),
        },
      };
    },
  },
  {
    code: 'HB',
    drawing: bulb,
    colours: ['#2f6fb4', '#c9ced2', '#e0a526', '#3a4149'],
    fitsOneCar: false,
    about: 'More light on the road, road-legal, and best changed in pairs.',
    describe(random) {
      const socket = pick(random, ['H1', 'H4', 'H7', 'H11']);
      const kelvin = pick(random, [3200, 3900, 4300]);
      return {
        title: `Halogen bulb ${socket}, ${kelvin} K`,
        fields: { Socket: socket, Power: '55 W', 'Light colour': `${kelvin} K` },
      };
    },
  },
  {
    code: 'WI',
    drawing: wiperBlade,
    colours: ['#2f6fb4', '#c0392b', '#5d6d7e', '#2e7d4f'],
    fitsOneCar: true,
    about: 'Flat blade with a graphite edge and the adaptor already on. One movement and it sits.',
    describe(random) {
      const length = pick(random, [400, 450, 530, 600, 650]);
      const side = pick(random, ['driver', 'passenger', 'rear window']);
      return { title: `Wiper blade ${length} mm, ${side}`, fields: { Length: `${length} mm`, Position: side } };
    },
  },
];

/** Every kind of part in the shop. */
export const partKinds: readonly PartKind[] = [...brakes, ...chassis, ...engine, ...electrics];
