import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

type CardProps = {
  title?: string
  action?: ReactNode
  children: ReactNode
  as?: 'section' | 'article' | 'div'
  className?: string | undefined
}

/** A surface for things that belong together; edge to edge on the phone. A title also names the region. */
export function Card({ title, action, children, as: Element = 'section', className }: CardProps) {
  const id = useId()
  return (
    <Element className={cx(styles['card'], className)} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles['head']}>
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </Element>
  )
}
