import { BIRTHDAY_FROM, FULL_NAME_MAX, GENDERS, PROFILE, RELATIONSHIP_STATUSES } from '@meadow/contracts/limits'
import { SelectField, TextArea, TextField } from '@meadow/ui'
import type { Errors } from '@meadow/web'
import { t } from '../../texts.ts'
import { GENDER_WORDS, STATUS_WORDS } from '../../words.ts'
import styles from './edit.module.css'
import type { Values } from './values.ts'

export type FieldsProps = {
  values: Values
  errors: Errors<Values>
  change: (part: Partial<Values>) => void
  busy: boolean
}

/** Two choices mean 'prefer not to say': who has made the second keeps it, nobody is asked twice. */
const gendersFor = (chosen: Values['gender']) =>
  GENDERS.filter((gender) => gender !== (chosen === 'prefer_not_to_say' ? '' : 'prefer_not_to_say'))

/** All that one says about oneself in words. */
export function ProfileFields({ values, errors, change, busy }: FieldsProps) {
  /** A field of one line. */
  const line = (name: LineName, maxLength: number = PROFILE.place) => ({
    label: t(`edit.${name}`),
    name,
    value: values[name],
    error: errors[name],
    maxLength,
    disabled: busy,
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <>
      <TextField {...line('fullName', FULL_NAME_MAX)} required autoComplete="name" data-autofocus />
      <TextArea
        label={t('edit.bio')}
        name="bio"
        value={values.bio}
        error={errors.bio}
        counter={{ max: PROFILE.bio, from: 0 }}
        maxHeight={200}
        disabled={busy}
        onChange={(bio) => change({ bio })}
      />
      <div className={styles['pairs']}>
        <TextField {...line('website', PROFILE.website)} type="url" autoComplete="url" />
        <TextField {...line('location')} />
        <TextField {...line('workplace')} autoComplete="organization" />
        <TextField {...line('education')} />
        <TextField {...line('hometown')} />
        <TextField {...line('currentCity')} />
        <SelectField
          label={t('edit.gender')}
          name="gender"
          value={values.gender}
          options={gendersFor(values.gender).map((value) => ({ value, label: GENDER_WORDS[value] }))}
          error={errors.gender}
          disabled={busy}
          onChange={(gender) => change({ gender })}
        />
        <SelectField
          label={t('edit.relationshipStatus')}
          name="relationshipStatus"
          value={values.relationshipStatus}
          options={RELATIONSHIP_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
          error={errors.relationshipStatus}
          disabled={busy}
          onChange={(relationshipStatus) => change({ relationshipStatus })}
        />
        <TextField
          {...line('birthday', 10)}
          type="date"
          min={BIRTHDAY_FROM}
          hint={t('edit.onlyYou')}
          autoComplete="bday"
        />
        <TextField {...line('phone', PROFILE.phone)} type="tel" hint={t('edit.onlyYou')} autoComplete="tel" />
      </div>
    </>
  )
}

type LineName =
  | 'fullName'
  | 'website'
  | 'location'
  | 'workplace'
  | 'education'
  | 'hometown'
  | 'currentCity'
  | 'birthday'
  | 'phone'
