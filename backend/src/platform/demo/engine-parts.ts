import { paints, type PartKind } from './part-kind';
import { sparkPlug, wiperBlade } from './photos/long-parts';
import { airFilter, battery, bulb, driveBelt, oilFilter, oilJug } from './photos/other-parts';
import { clutchDisc } from './photos/round-parts';
import { pick } from './random';

/** Parts of the engine, and what it uses up. */
export const engine: PartKind[] = [
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

/** Battery, bulbs and wipers. */
export const electrics: PartKind[] = [
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
