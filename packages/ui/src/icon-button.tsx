import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './icon-button.module.css'
import { tooltip } from './tooltip.ts'

export type IconLook = { size?: 's' | 'm'; active?: boolean }

/** The classes of an icon button, for a link that looks like one. */
export function iconButtonClass({ size = 'm', active = false }: IconLook = {}): string {
  return cx(styles['icon-button'], size === 's' && styles['s'], active && styles['active'])
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & IconLook & { label: string; icon: ReactNode }

/** A round button of one icon; `label` is its name and its tooltip. */
export function IconButton({ label, icon, size = 'm', active = false, className, ...rest }: IconButtonProps) {
  const tip = tooltip(label)
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      {...tip}
      className={cx(iconButtonClass({ size, active }), tip.className, className)}
    >
      {icon}
    </button>
  )
}
