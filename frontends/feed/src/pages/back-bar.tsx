import { IconButton } from '@meadow/ui'
import { useLocation, useNavigate } from '@meadow/web'
import { ArrowLeft } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './post-page.module.css'

/** The way back to where one came from; home for who came by a link. */
export function BackBar() {
  const { key } = useLocation()
  const navigate = useNavigate()
  const isFirst = key === 'default'
  return (
    <div className={styles['bar']}>
      <IconButton
        label={t('post.back')}
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => void (isFirst ? navigate('/home') : navigate(-1))}
      />
      <span className={styles['title']}>{t('post.title')}</span>
    </div>
  )
}
