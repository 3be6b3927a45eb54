import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** Heading and examples of related components. */
export function ExampleGroup({ name, examples }: { name: string; examples: ReactNode }) {
  return (
    <section className={styles['family']}>
      <h2 className={styles['name']}>{name}</h2>
      <div className={styles['examples']}>{examples}</div>
    </section>
  )
}

/** One component in one state, or a row of its states. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['example']}>
      <p className={styles['label']}>{name}</p>
      <div className={styles['row']}>{children}</div>
    </div>
  )
}
