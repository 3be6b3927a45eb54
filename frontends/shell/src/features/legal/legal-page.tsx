import { Card } from '@meadow/ui'
import { useTitle } from '@meadow/web'
import { Frame } from '../../frame/frame.tsx'
import { t } from '../../texts.ts'
import styles from './legal.module.css'
import { notices } from './legal-texts.ts'

/** The terms and the privacy notice, open to everybody. */
export const TermsPage = () => <LegalPage notice="terms" />
export const PrivacyPage = () => <LegalPage notice="privacy" />

function LegalPage({ notice }: { notice: keyof typeof notices }) {
  const { title, changed, sections } = notices[notice]
  useTitle(title)
  return (
    <Frame>
      <main className={styles['page']}>
        <Card as="article">
          <div className={styles['text']}>
            <h1>{title}</h1>
            <p className={styles['changed']}>{t('legal.updated', { date: changed })}</p>
            {sections.map(({ heading, paragraphs }) => (
              <section key={heading}>
                <h2>{heading}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </div>
        </Card>
      </main>
    </Frame>
  )
}
