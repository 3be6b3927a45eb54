import { IconButton } from '@meadow/ui'
import { useLocation, useNavigate } from '@meadow/web'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import styles from './back-bar.module.css'

/** The way back to where one came from; to `home` for who came by a link. The title says where one is. */
export function BackBar({ home = '/home', children }: { home?: string; children: ReactNode }) {
  const { key } = useLocation()
  const navigate = useNavigate()
  const isFirst = key === 'default'
  return (
    <div className={styles['bar']}>
      <IconButton
        label={t('back')}
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => void (isFirst ? navigate(home) : navigate(-1))}
      />
      <div className={styles['title']}>{children}</div>
    </div>
  )
}
