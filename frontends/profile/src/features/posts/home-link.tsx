import { getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'

const CLASS_NAME = getButtonClassName({ variant: 'soft' })

/** Link that opens the composer, which is on the home page. */
export function WritePostLink() {
  return (
    <Link to="/home" state={{ compose: true }} className={CLASS_NAME}>
      {t('posts.write')}
    </Link>
  )
}

/** Link to the posts on the home page. */
export function FindPostsLink() {
  return (
    <Link to="/home" className={CLASS_NAME}>
      {t('likes.findPosts')}
    </Link>
  )
}
