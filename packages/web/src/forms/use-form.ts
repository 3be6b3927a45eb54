import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'

export type FormErrors<Values> = { [Name in keyof Values]?: string }

type FormOptions<Values> = {
  initialValues: Values
  /** Returns messages by field. The form is submitted only if there are none. */
  validate: (values: Values) => FormErrors<Values>
  submit: (values: Values) => Promise<unknown>
  /** The message for errors that are no `ApiError`. */
  fallbackMessage: string
  onFailure: (message: string) => void
}

/**
 * Holds the state of a form: validates it, submits it once at a time, and keeps the values if that fails. After a success
 * `isSubmitting` stays true, because most forms close then; other forms call `reset`.
 */
export function useForm<Values extends object>({
  initialValues,
  validate,
  submit: submitValues,
  fallbackMessage,
  onFailure,
}: FormOptions<Values>) {
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FormErrors<Values>>({})
  const [submitError, setSubmitError] = useState('')
  const [isSubmitting, setIsSubmitting] = useState(false)
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
    setSubmitError('')
    if (Object.keys(found).length > 0) return showErrors(found)
    setErrors({})
    setIsSubmitting(true)
    try {
      await submitValues(values)
    } catch (error) {
      const known = error instanceof ApiError ? error : undefined
      const message = known?.message ?? fallbackMessage
      setIsSubmitting(false)
      setSubmitError(message)
      showErrors(pickFormFields(known?.fields ?? {}, values))
      onFailure(message)
    }
  }

  const reset = (next = initialValues) => {
    setValues(next)
    setErrors({})
    setSubmitError('')
    setIsSubmitting(false)
  }

  const formProps = {
    ref,
    noValidate: true, // our messages below the fields replace those of the browser
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
  }
  return { values, errors, submitError, isSubmitting, changeValues, reset, formProps }
}

const pickFormFields = <Values extends object>(fields: Record<string, string>, values: Values) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in values)) as FormErrors<Values>

/** Focuses the first invalid field after its error is rendered. */
function useErrorFocus() {
  const ref = useRef<HTMLFormElement>(null)
  const [requestCount, setRequestCount] = useState(0)
  useEffect(() => {
    if (requestCount > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [requestCount])
  return { ref, focusFirstError: () => setRequestCount((count) => count + 1) }
}
