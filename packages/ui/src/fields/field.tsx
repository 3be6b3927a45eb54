import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import styles from './fields.module.css'

export type FieldBaseProps = { label: string; hideLabel?: boolean; hint?: ReactNode; error?: string | undefined }

type FieldProps = FieldBaseProps & { children: (control: ControlProps) => ReactNode; after?: ReactNode }
type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Form field: label, control, hint or error. Passes the ARIA attributes to the control. */
export function Field({ label, hideLabel = false, hint, error, after, children }: FieldProps) {
  const id = useId()
  const note = error || hint ? `${id}-note` : undefined
  return (
    <div className={styles['field']}>
      <label className={hideLabel ? 'visually-hidden' : styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note })}
      {after}
      {note && (
        <FieldMessage id={note} error={error}>
          {hint}
        </FieldMessage>
      )}
    </div>
  )
}

/** Error message of a field, else its hint. */
export function FieldMessage({
  id,
  error,
  children,
}: {
  id: string
  error?: string | undefined
  children?: ReactNode
}) {
  return (
    <div
      id={id}
      className={joinClassNames(error ? styles['error'] : styles['hint'])}
      role={error ? 'alert' : undefined}
    >
      {error && <CircleAlert aria-hidden="true" />}
      {error ?? children}
    </div>
  )
}
