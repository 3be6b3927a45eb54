import { IconButton } from '@meadow/ui'
import { useLocation, useNavigate } from '@meadow/web'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import styles from './back-bar.module.css'

/** Bar with a Back button and a title. Back goes to `home` if the page was opened by a direct link. */
export function BackBar({ home: fallbackPath = '/home', children }: { home?: string; children: ReactNode }) {
  const { key } = useLocation()
  const navigate = useNavigate()
  const isFirst = key === 'default'
  return (
    <div className={styles['bar']}>
      <IconButton
        label={t('back')}
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => void (isFirst ? navigate(fallbackPath) : navigate(-1))}
      />
      <div className={styles['title']}>{children}</div>
    </div>
  )
}
