import { Card } from '@meadow/ui'
import { useDocumentTitle } from '@meadow/web'
import { AppLayout } from '../../app-layout/app-layout.tsx'
import styles from './legal.module.css'
import { legalNotices } from './legal-texts.ts'
import { t } from './texts.ts'

/** Terms and privacy notice. Both pages are public. */
export const TermsPage = () => <LegalPage notice="terms" />
export const PrivacyPage = () => <LegalPage notice="privacy" />

function LegalPage({ notice }: { notice: keyof typeof legalNotices }) {
  const { title, changed, sections } = legalNotices[notice]
  useDocumentTitle(title)
  return (
    <AppLayout>
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
    </AppLayout>
  )
}
