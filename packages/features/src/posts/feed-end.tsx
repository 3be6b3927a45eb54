import { ListEnd } from '../lists/list-end.tsx'
import { t } from '../texts.ts'

/** Nothing more to read, and that is fine. */
export const FeedEnd = () => <ListEnd>{t('posts.caughtUp')}</ListEnd>
