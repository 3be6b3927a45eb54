import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'

export type FormErrors<Values> = { [Name in keyof Values]?: string }

type FormOptions<Values> = {
  initialValues: Values
  /** What is wrong with the values, by field, before anything is sent. */
  validate: (values: Values) => FormErrors<Values>
  submit: (values: Values) => Promise<unknown>
  /** What to say when the reason is not known. */
  fallbackMessage: string
  onFailure: (message: string) => void
}

/**
 * A form that is checked, sent once at a time, and keeps what was typed when sending fails. It stays busy when it was sent,
 * because most forms go away then; one that stays is `reset`.
 */
export function useForm<Values extends object>({
  initialValues,
  validate,
  submit: send,
  fallbackMessage,
  onFailure,
}: FormOptions<Values>) {
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FormErrors<Values>>({})
  const [submitError, setFailure] = useState('')
  const [isSubmitting, setBusy] = useState(false)
  const { ref, focusFirstError } = useErrorFocus()

  const showErrors = (found: FormErrors<Values>) => {
    setErrors(found)
    focusFirstError()
  }

  const changeValues = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }))
    setErrors((current) => ({ ...current, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
  }

  const submit = async () => {
    if (isSubmitting) return
    const found = validate(values)
    setFailure('')
    if (Object.keys(found).length > 0) return showErrors(found)
    setErrors({})
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      const known = error instanceof ApiError ? error : undefined
      const message = known?.message ?? fallbackMessage
      setBusy(false)
      setFailure(message)
      showErrors(pickFormFields(known?.fields ?? {}, values))
      onFailure(message)
    }
  }

  const reset = (next = initialValues) => {
    setValues(next)
    setErrors({})
    setFailure('')
    setBusy(false)
  }

  const formProps = {
    ref,
    noValidate: true, // our words, under the field, instead of the browser's
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
  }
  return { values, errors, submitError, isSubmitting, changeValues, reset, formProps }
}

const pickFormFields = <Values extends object>(fields: Record<string, string>, values: Values) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in values)) as FormErrors<Values>

/** Leads to the first field that needs mending, once its error is shown. */
function useErrorFocus() {
  const ref = useRef<HTMLFormElement>(null)
  const [wanted, setWanted] = useState(0)
  useEffect(() => {
    if (wanted > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wanted])
  return { ref, focusFirstError: () => setWanted((count) => count + 1) }
}
