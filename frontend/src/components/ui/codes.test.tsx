import { render, screen } from '@testing-library/react';
import { Codes, splitAtCodes } from './codes';

it.each([
  ['Can I collect VL-SA-40478 in the shop?', ['Can I collect ', 'VL-SA-40478', ' in the shop?']],
  ['AU-OF-40989, KS-HB-42046', ['', 'AU-OF-40989', ', ', 'KS-HB-42046', '']],
  ['E-MAIL and start-stop, 2 pieces', ['E-MAIL and start-stop, 2 pieces']],
  ['', ['']],
])('%j has its codes in parts of their own', (text, parts) => expect(splitAtCodes(text)).toEqual(parts));

it('keeps a code on one line, unless it is too long for one', () => {
  const text = `Is VL-SA-40478 here? A-${'1'.repeat(30)}`;
  const { container } = render(<Codes text={text} />);
  expect(screen.getByText('VL-SA-40478').className).toBe('code');
  expect(container.querySelectorAll('.code')).toHaveLength(1);
  expect(container.textContent).toBe(text);
});
