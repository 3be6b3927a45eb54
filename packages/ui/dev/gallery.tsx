import { Button } from '@meadow/ui'
import { useState } from 'react'
import { ExampleGroup } from './example.tsx'
import { ButtonExamples } from './examples/button-examples.tsx'
import { ChoiceExamples } from './examples/choice-examples.tsx'
import { FieldExamples } from './examples/field-examples.tsx'
import { MarkExamples } from './examples/mark-examples.tsx'
import { NoticeExamples } from './examples/notice-examples.tsx'
import { OverlayExamples } from './examples/overlay-examples.tsx'
import { PictureExamples } from './examples/picture-examples.tsx'
import { SurfaceExamples } from './examples/surface-examples.tsx'
import { ViewerExamples } from './examples/viewer-examples.tsx'
import styles from './gallery.module.css'

/** Shows every component in every state, grouped by family. */
export function Gallery() {
  return (
    <main className={styles['gallery']}>
      <header className={styles['header']}>
        <h1>Components</h1>
        <ThemeButton />
      </header>
      <ExampleGroup name="Buttons" examples={<ButtonExamples />} />
      <ExampleGroup name="Fields" examples={<FieldExamples />} />
      <ExampleGroup name="Choices" examples={<ChoiceExamples />} />
      <ExampleGroup name="Marks" examples={<MarkExamples />} />
      <ExampleGroup name="Notices" examples={<NoticeExamples />} />
      <ExampleGroup name="Surfaces" examples={<SurfaceExamples />} />
      <ExampleGroup
        name="Pictures"
        examples={
          <>
            <PictureExamples />
            <ViewerExamples />
          </>
        }
      />
      <ExampleGroup name="Overlays" examples={<OverlayExamples />} />
    </main>
  )
}

/** Toggles the theme for this visit. Starts with the system preference. */
function ThemeButton() {
  const [isDark, setIsDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const toggle = () => {
    document.documentElement.dataset['theme'] = isDark ? 'light' : 'dark'
    setIsDark(!isDark)
  }
  return (
    <Button variant="line" onClick={toggle}>
      {isDark ? 'Light' : 'Dark'}
    </Button>
  )
}
