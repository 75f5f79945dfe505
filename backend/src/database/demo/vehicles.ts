/** Cars that the demo shop has parts for. */
export const vehicles = [
  'VW Golf VII 1.6 TDI (2012-2020)', 'VW Passat B8 2.0 TDI (2014-2023)', 'VW Polo VI 1.0 TSI (2017-)',
  'Skoda Octavia III 1.4 TSI (2013-2020)', 'Skoda Fabia III 1.2 TSI (2014-2021)', 'Skoda Superb III 2.0 TDI (2015-)',
  'Audi A4 B9 2.0 TFSI (2015-)', 'Audi A3 8V 1.5 TFSI (2016-2020)', 'Seat Leon III 1.4 TSI (2012-2020)',
  'Ford Focus III 1.6 TDCi (2010-2018)', 'Ford Fiesta VI 1.25 (2008-2017)', 'Ford Mondeo V 2.0 TDCi (2014-2022)',
  'Opel Astra K 1.4 Turbo (2015-2021)', 'Opel Corsa D 1.2 (2006-2014)', 'Opel Insignia B 2.0 CDTI (2017-2022)',
  'Renault Clio IV 0.9 TCe (2012-2019)', 'Renault Megane III 1.5 dCi (2008-2016)', 'Dacia Duster II 1.5 dCi (2018-)',
  'Peugeot 308 II 1.6 BlueHDi (2013-2021)', 'Peugeot 208 I 1.2 PureTech (2012-2019)', 'Citroen C3 III 1.2 PureTech (2016-)',
  'Toyota Corolla E210 1.8 Hybrid (2018-)', 'Toyota Yaris III 1.33 (2011-2020)', 'Toyota RAV4 IV 2.5 Hybrid (2015-2018)',
  'Honda Civic IX 1.8 i-VTEC (2011-2017)', 'Mazda 3 BM 2.0 Skyactiv-G (2013-2018)', 'Nissan Qashqai J11 1.5 dCi (2013-2021)',
  'Hyundai i30 GD 1.6 CRDi (2011-2017)', 'Kia Ceed JD 1.6 CRDi (2012-2018)', 'BMW 3 F30 320d (2011-2019)',
  'BMW 1 F20 118i (2011-2019)', 'Mercedes C W205 C 220 d (2014-2021)', 'Mercedes A W176 A 180 (2012-2018)',
  'Volvo V60 I D4 (2010-2018)', 'Fiat 500 1.2 (2007-)', 'Fiat Tipo 1.4 (2015-)',
] as const;
