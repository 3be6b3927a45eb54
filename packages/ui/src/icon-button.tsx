import type { ComponentProps, ReactNode } from 'react'
import styles from './icon-button.module.css'
import { joinClassNames } from './join-class-names.ts'
import { getTooltipProps } from './tooltip.ts'

export type IconButtonStyleProps = { size?: 's' | 'm'; active?: boolean }

/** Returns the classes of an icon button, for links that look like one. */
export function getIconButtonClassName({ size = 'm', active = false }: IconButtonStyleProps = {}): string {
  return joinClassNames(styles['icon-button'], size === 's' && styles['s'], active && styles['active'])
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  IconButtonStyleProps & { label: string; icon: ReactNode }

/** Round icon button. `label` is its accessible name and its tooltip. */
export function IconButton({ label, icon, size = 'm', active = false, className, ...rest }: IconButtonProps) {
  const tooltipProps = getTooltipProps(label)
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      {...tooltipProps}
      className={joinClassNames(getIconButtonClassName({ size, active }), tooltipProps.className, className)}
    >
      {icon}
    </button>
  )
}
