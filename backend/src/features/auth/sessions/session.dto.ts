import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../../api/properties';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

/** A browser in which a person is signed in. */
export class SessionDto {
  @IntegerProperty('The number of the session; not what it signs in with.', 1)
  id: number;

  @TextProperty('What the browser calls itself (`User-Agent`); null where it does not.', FIREFOX, { nullable: true })
  userAgent: string | null;

  @TimeProperty('When the person signed in there.')
  signedInAt: string;

  @TimeProperty('When it was last used, to the minute.', { example: '2026-11-21T09:31:00.000Z' })
  lastUsedAt: string;

  @TimeProperty('When it ends by itself.', { example: '2026-11-28T09:30:00.000Z' })
  expiresAt: string;

  @BooleanProperty('Whether this request was sent with it.', true)
  isCurrent: boolean;
}
