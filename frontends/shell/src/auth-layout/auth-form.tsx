import { Link } from '@meadow/web'
import type { ComponentProps, ReactNode } from 'react'
import styles from './auth-layout.module.css'

/** Form of the sign-in or sign-up page. */
export function AuthForm(props: ComponentProps<'form'>) {
  return <form {...props} className={styles['form']} />
}

/** Row of a form with its contents at both ends. */
export function AuthRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>
}

/** Link to the other page (sign-in or sign-up), below the form. */
export function AuthAlternative({ children }: { children: ReactNode }) {
  return <p className={styles['aside']}>{children}</p>
}

/** Small print below the form. */
export function AuthSmallPrint({ children }: { children: ReactNode }) {
  return <p className={styles['small']}>{children}</p>
}

/** Inline text link. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={styles['link']} />
}

/** Link to a page that the shell does not show. */
export function PlainLink(props: ComponentProps<'a'>) {
  return <a {...props} className={styles['link']} />
}
