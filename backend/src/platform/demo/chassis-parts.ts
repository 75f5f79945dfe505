import { axles, greys, paints, type PartKind } from './part-kind';
import { coilSpring, shockAbsorber } from './photos/long-parts';
import { brakePads } from './photos/other-parts';
import { alloyWheel, brakeDisc, wheelBearing } from './photos/round-parts';
import { pick } from './random';

/** Brakes. */
export const brakes: PartKind[] = [
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

/** Springs, dampers, bearings and wheels. */
export const chassis: PartKind[] = [
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
