import { rememberLoaded } from '@meadow/web'
import { Ellipsis } from 'lucide-react'
import { LazyMenu } from '../menus/lazy-menu.tsx'
import { t } from '../texts.ts'
import type { PostMenuProps } from './post-menu.tsx'

/** Loads the code of the menu of a post. */
export const loadPostMenu = rememberLoaded(async () => ({ default: (await import('./post-menu.tsx')).PostMenu }))

/** Menu of a post, whose code is loaded when it is first opened. */
export const LazyPostMenu = (props: PostMenuProps) => (
  <LazyMenu label={t('post.more')} icon={<Ellipsis />} load={loadPostMenu} props={props} />
)
