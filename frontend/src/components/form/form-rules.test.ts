import { formRules } from './form-rules';

describe('formRules', () => {
  it('keeps the messages of the schema', () => {
    expect(
      formRules({
        required: true,
        minLength: 2,
        maxLength: 5,
        pattern: '^a',
        format: 'email',
        messages: { required: 'R', minLength: 'Min', maxLength: 'Max', pattern: 'P', format: 'F' },
      }),
    ).toEqual([
      { required: true, whitespace: true, message: 'R' },
      { type: 'email', message: 'F' },
      { min: 2, message: 'Min' },
      { max: 5, message: 'Max' },
      { pattern: /^a/u, message: 'P' },
    ]);
  });

  it('lets a password be made of spaces', () => {
    const [required] = formRules({ required: true, format: 'password', messages: { required: 'R' } });
    expect(required).toEqual({ required: true, whitespace: false, message: 'R' });
  });

  it('counts the entries of a list', () => {
    expect(
      formRules({ required: true, minItems: 1, maxItems: 3, messages: { minItems: 'Few', maxItems: 'Many' } }),
    ).toEqual([
      { type: 'array', required: true, min: 1, message: 'Few' },
      { type: 'array', max: 3, message: 'Many' },
    ]);
  });
});
