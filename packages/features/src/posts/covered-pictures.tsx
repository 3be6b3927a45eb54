import type { PostView } from '@meadow/contracts/browser'
import { Button } from '@meadow/ui'
import { createTexts } from '@meadow/web'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './covered-pictures.module.css'

const t = createTexts({
  'cover.sensitive': 'Sensitive pictures',
  'cover.spoiler': 'Spoiler',
  'cover.violence': 'Pictures of violence',
  'cover.nudity': 'Pictures with nudity',
  'cover.count': { one: 'The author covered {count} picture', other: 'The author covered {count} pictures' },
  'cover.video': 'The author covered the video',
  'cover.show': 'Show',
})

const KIND_NAMES: Record<string, string> = {
  sensitive: t('cover.sensitive'),
  spoiler: t('cover.spoiler'),
  violence: t('cover.violence'),
  nudity: t('cover.nudity'),
}

/** Posts whose covered pictures the viewer has shown, until the page is reloaded. */
const shownPostIds = new Set<string>()

type CoveredPicturesProps = {
  post: Pick<PostView, '_id' | 'pictures' | 'video' | 'pictureCover'>
  /** The pictures. */
  children: ReactNode
}

/** Pictures of a post that its author has covered: the reason, and a button that shows them. */
export function CoveredPictures({ post: { _id, pictures, video, pictureCover }, children }: CoveredPicturesProps) {
  const [isShownNow, setIsShownNow] = useState(false)
  if (isShownNow) return <div ref={focusFirstButton}>{children}</div>
  if (!pictureCover || shownPostIds.has(_id)) return children
  const show = () => {
    shownPostIds.add(_id)
    setIsShownNow(true)
  }
  return (
    <div className={styles['cover']}>
      <EyeOff aria-hidden="true" />
      <div className={styles['reason']}>
        <div className={styles['title']}>{KIND_NAMES[pictureCover.kind] ?? t('cover.sensitive')}</div>
        <bdi className="member-text">
          {pictureCover.note || (video ? t('cover.video') : t('cover.count', { count: pictures.length }))}
        </bdi>
      </div>
      <Button variant="line" size="s" onClick={show}>
        {t('cover.show')}
      </Button>
    </div>
  )
}

/** The pressed button is gone. */
const focusFirstButton = (element: HTMLElement | null): void => element?.querySelector('button')?.focus()
