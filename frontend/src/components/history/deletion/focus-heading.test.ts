import { focusHeadingIfLost } from './focus-heading';

function page() {
  document.body.innerHTML =
    '<main><h1 tabindex="-1">Problems</h1></main><div class="ant-modal"><button>Delete</button></div>';
  return { heading: document.querySelector('h1')!, button: document.querySelector('button')! };
}
const drawn = () => new Promise((resolve) => setTimeout(resolve, 150));

it('leads the focus to the heading from a question that is about to go', async () => {
  const { heading, button } = page();
  button.focus();
  focusHeadingIfLost();
  await drawn();
  expect(document.activeElement).toBe(heading);
});

it('leads the focus to the heading where the element that had it is gone', async () => {
  const { heading, button } = page();
  button.focus();
  focusHeadingIfLost();
  button.parentElement!.remove();
  await drawn();
  expect(document.activeElement).toBe(heading);
});

it('leaves the focus in a question that was asked since', async () => {
  const { button } = page();
  focusHeadingIfLost();
  button.focus();
  await drawn();
  expect(document.activeElement).toBe(button);
});
