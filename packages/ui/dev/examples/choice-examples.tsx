import { Checkbox, Chips, SelectField, Switch, Tabs } from '@meadow/ui'
import { useState } from 'react'
import { Example } from '../example.tsx'
import styles from '../gallery.module.css'

const SHOW_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'people', label: 'People', count: 12 },
  { value: 'posts', label: 'Posts', count: 3 },
  { value: 'pictures', label: 'Pictures' },
] as const

type ShowOption = (typeof SHOW_OPTIONS)[number]['value']

export function ChoiceExamples() {
  const [sort, setSort] = useState<ShowOption>('people')
  const [isOn, setOn] = useState(true)
  const [agreed, setAgreed] = useState(false)
  return (
    <>
      <Example name="Chips, two with a count">
        <Chips label="What to show as chips" chips={SHOW_OPTIONS} value={sort} onChange={setSort} />
      </Example>
      <Example name="Tabs">
        <div>
          <Tabs label="What to show as tabs" tabs={SHOW_OPTIONS} value={sort} onChange={setSort}>
            <p className={styles['panel']}>What the tab shows.</p>
          </Tabs>
        </div>
      </Example>
      <Example name="SelectField: with a hint, wrong, disabled">
        <SelectField label="Show" hint="For this visit" options={SHOW_OPTIONS} value={sort} onChange={setSort} />
        <SelectField label="Sort" error="Choose another one" options={SHOW_OPTIONS} value={sort} onChange={setSort} />
        <SelectField label="Group" disabled options={SHOW_OPTIONS} value={sort} onChange={setSort} />
      </Example>
      <Example name="Switch: with a hint, off, disabled, without a visible label">
        <Switch label="Sounds" hint="A bell rings when somebody writes" checked={isOn} onChange={setOn} />
        <Switch label="Pictures" checked={!isOn} onChange={(checked) => setOn(!checked)} />
        <Switch label="Letters" disabled checked={false} onChange={setOn} />
        <Switch hideLabel label="Sounds on the phone" checked={isOn} onChange={setOn} />
      </Example>
      <Example name="Checkbox: off, on, wrong, disabled">
        <Checkbox label="Remember me" checked={agreed} onChange={setAgreed} />
        <Checkbox label="Forget me" checked={!agreed} onChange={(checked) => setAgreed(!checked)} />
        <Checkbox label="I agree" error="Please agree" checked={agreed} onChange={setAgreed} />
        <Checkbox label="Later" disabled checked={false} onChange={setAgreed} />
      </Example>
    </>
  )
}
