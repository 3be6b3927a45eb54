import { ApiError, useUnsavedWork } from '@meadow/web'
import { type FormEvent, useEffect, useRef, useState } from 'react'

export type FormErrors<Values> = { [Name in keyof Values]?: string }

type FormOptions<Values> = {
  initialValues: Values
  /** Returns messages by field. The form is submitted only if there are none. */
  validate: (values: Values) => FormErrors<Values>
  submit: (values: Values) => Promise<unknown>
  /** The message for errors that are no `ApiError`. */
  fallbackMessage: string
  /** Called with the message of an error that is shown as `submitError`. */
  onFailure?: (message: string) => void
  /** Shows every refusal of the server as `submitError`, also one that is shown at a field. @default false */
  hasBannerForEveryRefusal?: boolean
}

/** The errors since the last submission: of `validate`, and of the server. */
type ShownErrors<Values> = Record<'validation' | 'server', FormErrors<Values>>

const NO_ERRORS = { validation: {}, server: {} }

/**
 * Holds the state of a form: validates it, submits it once at a time, and keeps the values if that fails. An error is shown
 * once: at its field, or else as `submitError`, unless `hasBannerForEveryRefusal`. It goes when its field is edited, and an error of `validate` also when another
 * field mends it. After a success `isSubmitting` stays true, because most forms close then; other forms call `reset`.
 */
export function useForm<Values extends object>({
  initialValues,
  validate,
  submit: submitValues,
  fallbackMessage,
  onFailure,
  hasBannerForEveryRefusal = false,
}: FormOptions<Values>) {
  const [values, setValues] = useState(initialValues)
  const [shownErrors, setShownErrors] = useState<ShownErrors<Values>>(NO_ERRORS)
  const [submitError, setSubmitError] = useState('')
  const [isSubmitting, setIsSubmitting] = useState(false)
  const { ref, focusFirstError } = useErrorFocus()
  useUnsavedWork(Object.entries(values).some(([name, value]) => value !== initialValues[name as keyof Values]))
  const errors = { ...shownErrors.server, ...pickUnmended(shownErrors.validation, () => validate(values)) }

  const showErrors = (found: Partial<ShownErrors<Values>>) => {
    setShownErrors({ ...NO_ERRORS, ...found })
    focusFirstError()
  }

  const changeValues = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }))
    const names = Object.keys(part)
    setShownErrors(({ validation, server }) => ({ validation: omit(validation, names), server: omit(server, names) }))
    setSubmitError('')
  }

  const submit = async () => {
    if (isSubmitting) return
    const found = validate(values)
    setSubmitError('')
    if (Object.keys(found).length > 0) return showErrors({ validation: found })
    setShownErrors(NO_ERRORS)
    setIsSubmitting(true)
    try {
      await submitValues(values)
    } catch (error) {
      const known = error instanceof ApiError ? error : undefined
      const message = known?.message ?? fallbackMessage
      setIsSubmitting(false)
      const server = pickFormFields(known?.fields ?? {}, values)
      const isAtField = Object.keys(server).length > 0
      if (isAtField) showErrors({ server })
      if (isAtField && !hasBannerForEveryRefusal) return
      setSubmitError(message)
      onFailure?.(message)
    }
  }

  const reset = (next = initialValues) => {
    setValues(next)
    setShownErrors(NO_ERRORS)
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

const omit = <Values>(errors: FormErrors<Values>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))) as FormErrors<Values>

/** Returns the shown errors of fields that are still invalid. */
function pickUnmended<Values>(shown: FormErrors<Values>, validate: () => FormErrors<Values>): FormErrors<Values> {
  if (Object.keys(shown).length === 0) return shown
  const invalid = validate()
  const mended = Object.keys(shown).filter((name) => invalid[name as keyof Values] === undefined)
  return omit(shown, mended)
}

/** Focuses the first invalid field after its error is rendered. */
function useErrorFocus() {
  const ref = useRef<HTMLFormElement>(null)
  const [requestCount, setRequestCount] = useState(0)
  useEffect(() => {
    if (requestCount > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [requestCount])
  return { ref, focusFirstError: () => setRequestCount((count) => count + 1) }
}
