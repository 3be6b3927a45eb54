import styles from './tooltip.module.css'

/** Class and attribute that show `text` beside a control under the pointer or with the focus. */
export function getTooltipProps(text: string): { className: string; 'data-tip': string } {
  return { className: styles['tip'] ?? '', 'data-tip': text }
}
