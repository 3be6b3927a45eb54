import { expect, test } from '@jest/globals'
import { type LighthouseReport, toLighthouseRun } from '../src/measure/lighthouse-run.ts'

const category = (score: number, ...auditRefs: { id: string; weight: number }[]) => ({ score, auditRefs })

const REPORT: LighthouseReport = {
  finalDisplayedUrl: 'http://localhost/home',
  categories: {
    performance: category(
      0.957,
      { id: 'largest-contentful-paint', weight: 25 },
      { id: 'cumulative-layout-shift', weight: 25 },
      { id: 'unused-javascript', weight: 0 },
    ),
    accessibility: category(0.9, { id: 'color-contrast', weight: 7 }, { id: 'video-caption', weight: 10 }),
    'best-practices': category(1),
    seo: category(1),
  },
  audits: {
    'largest-contentful-paint': { score: 0.84, displayValue: '2.8 s' },
    'cumulative-layout-shift': { score: 1, displayValue: '0' },
    'unused-javascript': { score: 0, displayValue: 'Est savings of 30 KiB' },
    'color-contrast': { score: 0 },
    'video-caption': { score: null },
  },
}

test('a Lighthouse report becomes scores of 0 to 100 and the audits that lower them', () => {
  expect(toLighthouseRun(REPORT)).toEqual({
    finalUrl: 'http://localhost/home',
    scores: { performance: 96, accessibility: 90, 'best-practices': 100, seo: 100 },
    losses: ['performance: largest-contentful-paint 2.8 s', 'accessibility: color-contrast'],
  })
})
