import { BrandLogo, joinClassNames } from '@meadow/ui'
import { useTheme } from '@meadow/web'
import type { ReactNode } from 'react'
import styles from './auth-layout.module.css'

type AuthLayoutProps = {
  slogan: string
  title: string
  intro?: string
  children: ReactNode
}

/** Layout of the sign-in and sign-up pages: landscape and form. */
export function AuthLayout({ slogan, title, intro, children }: AuthLayoutProps) {
  const { theme } = useTheme()
  return (
    <div className={styles['layout']}>
      <header className={joinClassNames(styles['landscape'], styles[theme])}>
        <p className={styles['slogan']}>{slogan}</p>
      </header>
      <main className={styles['main']}>
        <div className={styles['column']}>
          <div className={styles['brand']}>
            <BrandLogo />
          </div>
          <div>
            <h1 className={styles['title']}>{title}</h1>
            {intro && <p className={styles['intro']}>{intro}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
