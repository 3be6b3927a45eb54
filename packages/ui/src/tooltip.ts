import styles from './tooltip.module.css'

/** Returns the class and attribute that show a tooltip on hover and focus. */
export function getTooltipProps(text: string): { className: string; 'data-tip': string } {
  return { className: styles['tip'] ?? '', 'data-tip': text }
}
