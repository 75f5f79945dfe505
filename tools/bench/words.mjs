/** The words of the benchmark's shop. Of each list the first are common and the last rare: `pick` in fill.mjs sees to that. */

export const brands = ['Nordbrake', 'Kestrel', 'Veloria', 'Hartwig', 'Autera', 'Tornik', 'Brandvik', 'Sollinger', 'Marwede', 'Castrell', 'Ostheim', 'Ferrano', 'Lindqvist', 'Petrak', 'Duvalier', 'Ruhrwerk', 'Aldenhof', 'Norrköping', 'Bergström', 'Kowalczyk', 'Zephyrix', 'Quadrelle', 'Yarrow', 'Xanthe'];

/** What the shop sells: the code in its SKU, and its name. */
export const parts = [
  ['BD', 'brake disc'], ['BP', 'brake pads'], ['OF', 'oil filter'], ['AF', 'air filter'], ['SP', 'spark plug'], ['WI', 'wiper blade'], ['SA', 'shock absorber'], ['CS', 'coil spring'], ['WB', 'wheel bearing'],
  ['VB', 'V-ribbed belt'], ['CD', 'clutch disc'], ['BT', 'battery'], ['HB', 'headlight bulb'], ['CF', 'cabin filter'], ['FF', 'fuel filter'], ['TB', 'timing belt kit'], ['WP', 'water pump'], ['TH', 'thermostat'],
  ['BC', 'brake caliper'], ['BH', 'brake hose'], ['TR', 'tie rod end'], ['CA', 'control arm'], ['SL', 'stabiliser link'], ['DS', 'drive shaft'], ['CJ', 'CV joint'], ['AL', 'alternator'], ['ST', 'starter motor'],
  ['LS', 'lambda sensor'], ['AS', 'ABS sensor'], ['CP', 'camshaft sensor'], ['MF', 'mass air flow sensor'], ['EG', 'EGR valve'], ['TU', 'turbocharger'], ['IC', 'intercooler'], ['RA', 'radiator'], ['CO', 'condenser'],
  ['EX', 'exhaust silencer'], ['CT', 'catalytic converter'], ['DP', 'particulate filter'], ['IN', 'injector'], ['GP', 'glow plug'], ['IG', 'ignition coil'], ['MI', 'wing mirror'], ['TL', 'tail light'], ['BU', 'bumper'],
  ['TO', 'tow bar'], ['RM', 'rubber mats'], ['RB', 'roof bars'], ['AW', 'alloy wheel'], ['SW', 'steel wheel'], ['EO', 'engine oil'], ['CL', 'coolant'], ['FW', 'flywheel'], ['SR', 'steering rack'], ['HP', 'hydraulic pump'],
];

export const features = ['front axle', 'rear axle', 'left', 'right', 'ventilated', 'coated', 'reinforced', 'with sensor', 'without sensor', 'ceramic', 'set of two', 'set of four', 'heavy duty', 'gas pressure', 'long life', 'drilled', 'slotted', 'stainless', 'remanufactured', 'hydraulic'];

export const towns = ['Hamburg', 'Leipzig', 'Graz', 'Köln', 'Zürich', 'Lyon', 'Utrecht', 'Gdańsk', 'Brno', 'Malmö', 'Porto', 'Bologna', 'Győr', 'Tampere', 'Cork', 'Vilnius', 'Çorlu', 'Ålesund', 'Łódź', 'Škofja Loka'];

/** Three of these make the name of a product line, such as "Maronda": some 19,000 names. */
export const syllables = [
  ['Ma', 'Ka', 'To', 'Ve', 'Li', 'So', 'Ra', 'Ne', 'Be', 'Da', 'Fi', 'Go', 'Ha', 'Jo', 'Lu', 'Mi', 'No', 'Pa', 'Ri', 'Sa', 'Te', 'Vi', 'Wa', 'Ze', 'Bru', 'Cle', 'Dro', 'Fle', 'Gra', 'Kri', 'Pla', 'Ste', 'Tri', 'Spe', 'Qui', 'Xe', 'Yo', 'Thu', 'Psy', 'Gwe'],
  ['ron', 'lan', 'mer', 'tis', 'vel', 'dan', 'gor', 'nis', 'ber', 'cal', 'din', 'fer', 'gal', 'hel', 'jan', 'kor', 'lim', 'mon', 'nor', 'par', 'ras', 'sel', 'tor', 'val', 'wen', 'zan', 'bri', 'clo', 'dru', 'fro', 'gle', 'kra', 'plu', 'spi', 'sto', 'tra', 'qua', 'xil', 'yth', 'zyg'],
  ['da', 'na', 'ta', 'ro', 'lis', 'mo', 'vex', 'dor', 'tic', 'rax', 'lyn', 'phy'],
];

export const about = [
  'Fits without rework and comes with all screws.', 'Two years of guarantee from the day of delivery.', 'Compare the number on your old part before you order.', 'Tested on the bench before it leaves the factory.', 'Always change both sides of an axle.',
  'The surface is coated against rust.', 'Low in dust and quiet from the first stop.', 'Made to the drawing of the car maker.', 'For left-hand and right-hand drive.', 'Please note the production date of your car.',
  'Only for cars with the sports chassis.', 'Includes the seals and a tube of grease.', 'A deposit is charged for the old part.', 'Remanufactured in our own works from used housings.', 'Not for vehicles with a trailer coupling from the factory.',
];

/** `{name}`, `{sku}`, `{car}`, `{town}`, `{order}` stand for those of a product and a customer. */
export const questionTitles = [
  'Does the {name} fit my {car}?', 'When will {sku} be back in stock?', '{name}: is the price for one piece or for the axle?', 'Which screws do I need for the {name}?', 'Is {sku} the same as the original part?',
  'Can I send back the {name} after fitting it?', 'Delivery of {name} to {town}', 'Invoice for order {order}', 'Is there a cheaper one than {sku} for a {car}?', 'What is the weight of the {name}?', 'Fitting instructions for {name}',
];

export const problemTitles = [
  '{name} arrived damaged', 'Wrong part in order {order}: {sku} in place of the {name}', '{name} makes a noise in my {car}', 'Parcel to {town} is lost, order {order}', 'The {name} does not fit a {car}', 'Refund for {sku} has not come',
  '{name}: screws are missing', 'Rust on the {name} after three months', 'Charged twice for order {order}', 'Warning light stays on with the {name}', 'Garage in {town} refuses to fit {sku}',
];

export const sentences = [
  'I drive a {car} and live in {town}.', 'The catalogue says it fits, but the number on the old part is another.', 'My order is {order}.', 'The garage in {town} would fit it on Thursday.', 'On your page it is called {name}.', 'The part number is {sku}.',
  'Please answer before the weekend, the car has to pass its inspection.', 'I have attached a photo of the old part.', 'I was told on the phone that somebody would call me back.', 'The box was open when it arrived.', 'I have ordered from you for years and never had a complaint.',
  'What about the measures, is it 280 or 288 mm?', 'I have already compared the production date.', 'A colleague had the same with his {car}.', 'The courier left the parcel with a neighbour.', 'My customer number is in the invoice.',
];

export const answers = [
  'Thank you for your message. We look it up and come back to you today.', 'Please send us the number of the chassis, then we can say for sure.', 'Yes, it fits from 2013 on.', 'The parcel to {town} was handed over to the courier this morning.', 'It is the same part in another box; the maker has changed its name.',
  'We are sorry. A new one is on its way, and you need not send the old one back.', 'The refund was sent today and takes up to five days.', 'The next delivery is due at the end of the month. Shall we put one aside for you?', 'No, for the {car} you need another one; the link is in the e-mail.', 'Has that settled it?',
];
