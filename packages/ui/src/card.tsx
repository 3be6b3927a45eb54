import { type HTMLAttributes, type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { joinClassNames } from './join-class-names.ts'

type CardProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  title?: string
  action?: ReactNode
  ref?: (element: HTMLElement | null) => void
  as?: 'section' | 'article' | 'div'
}

/** Surface for related content, edge to edge on phones. A title also labels the region. */
export function Card({ title, action, children, as: Element = 'section', className, ...rest }: CardProps) {
  const id = useId()
  return (
    <Element aria-labelledby={title ? id : undefined} {...rest} className={joinClassNames(styles['card'], className)}>
      {title && (
        <header className={styles['header']}>
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </Element>
  )
}
