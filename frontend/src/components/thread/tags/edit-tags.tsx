import { lazyPart } from '../../ui/lazy-part';

/** The dialog in which tags are changed, loaded when it is asked for. */
export const EditTags = lazyPart(() => import('./tags-dialog'), { name: 'The dialog' });
