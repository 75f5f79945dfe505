import { fireEvent, render, screen } from '@testing-library/react';
import { Cover } from './cover';

const image = () => screen.getByRole('button').querySelector('img');
const isBroken = () => screen.getByRole('button').querySelector('.thumbnail-broken') !== null;

it('shows another first image where the one before did not load', () => {
  const { rerender } = render(<Cover images={['https://shop.example/gone.png']} />);
  fireEvent.error(image()!);
  expect([image()?.getAttribute('src'), isBroken()]).toEqual(['https://shop.example/gone.png', true]);
  rerender(<Cover images={['https://shop.example/new.png']} />);
  expect([image()?.getAttribute('src'), isBroken()]).toEqual(['https://shop.example/new.png', false]);
});
