import { Link } from '@meadow/web'
import type { ComponentProps, ReactNode } from 'react'
import styles from './auth-layout.module.css'

/** A form at the front door. */
export function AuthForm(props: ComponentProps<'form'>) {
  return <form {...props} className={styles['form']} />
}

/** The other way in, below a form. */
export function AuthAlternative({ children }: { children: ReactNode }) {
  return <p className={styles['aside']}>{children}</p>
}

/** What is also there, in small. */
export function AuthSmallPrint({ children }: { children: ReactNode }) {
  return <p className={styles['small']}>{children}</p>
}

/** A link among words. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={styles['link']} />
}
