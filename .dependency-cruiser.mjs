import swc from '@swc/core/Visitor.js'

// Adds `using` declarations to the visitor of swc, which dependency-cruiser uses.
const { visitStatement } = swc.Visitor.prototype
swc.Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}

/** The import rules between folders (see docs/architecture.md). */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'services-never-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services|gateway)/', pathNot: '^services/$1/' },
    },
    {
      name: 'front-ends-never-import-each-other',
      severity: 'error',
      from: { path: '^frontends/([^/]+)/' },
      to: { path: '^frontends/', pathNot: '^frontends/$1/' },
    },
    {
      name: 'nothing-imports-a-service-or-a-front-end',
      severity: 'error',
      from: { path: '^(packages|gateway|tools/stack)/' },
      to: { path: '^(services|frontends|tools/community)/' },
    },
    {
      name: 'front-ends-stay-in-the-browser',
      severity: 'error',
      from: { path: '^(frontends|packages/(web|outbox|ui|features))/' },
      to: {
        path: '^(services|gateway|tools/(stack|community|testing|e2e|faults|bench)|packages/(service|storage|events|members|media|link-preview|voice))/',
      },
    },
    {
      name: 'router-and-query-only-through-web',
      comment: 'React contexts do not cross packages that are bundled twice',
      severity: 'error',
      from: { path: '^(frontends|packages/(ui|features))/' },
      to: { path: 'node_modules/(react-router|@tanstack/(react-query|query-core))/' },
    },
    {
      name: 'contracts-reach-the-browser-as-types-and-limits',
      severity: 'error',
      from: { path: '^(frontends|packages/(web|outbox|features))/' },
      to: {
        path: '^packages/contracts/',
        pathNot:
          '^packages/contracts/src/(account-limits|captions|create-texts|cut-text|find-facets|limits|parse-search|password-rules|picture-file|profile-fields|report-limits|video-format|visible-text|words/muted-text)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ui-knows-no-product',
      severity: 'error',
      from: { path: '^packages/ui/' },
      to: { path: '^packages/(contracts|web|outbox|features)/', pathNot: '^packages/contracts/src/visible-text\\.ts$' },
    },
    {
      name: 'web-knows-no-features',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^packages/features/' },
    },
    {
      name: 'outbox-only-through-web',
      comment: 'A page has one outbox: a front end that bundled its own would send what another one sends',
      severity: 'error',
      from: { path: '^(frontends|packages/(ui|features))/' },
      to: { path: '^packages/outbox/' },
    },
    {
      name: 'outbox-knows-no-page-of-ours',
      comment: 'Sessions, the API and the database of the member are handed to it',
      severity: 'error',
      from: { path: '^packages/outbox/' },
      to: { path: '^packages/(web|ui|features)/' },
    },
    {
      name: 'outbox-rooms',
      comment: 'Each room knows only those before it: store, send, page',
      severity: 'error',
      from: { path: '^packages/outbox/src/(store|send)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/outbox/src/(page|testing)/' },
    },
    {
      name: 'no-zod-in-the-browser',
      severity: 'error',
      from: { path: '^(frontends|packages/(web|outbox|ui|features))/' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'realtime-knows-no-conversations',
      comment: 'Real time is a capability of its own: conversations call it, it imports nothing of them (ADR 23)',
      severity: 'error',
      from: { path: '^services/chat/src/realtime/' },
      to: { path: '^services/chat/src/', pathNot: '^services/chat/src/realtime/' },
    },
    {
      name: 'conversations-know-no-callers',
      comment: 'Messages and receipts write through conversations/write, which knows stored messages but not who asks',
      severity: 'error',
      from: { path: '^services/chat/src/conversations/' },
      to: {
        path: '^services/chat/src/(messages|reactions|receipts)/',
        pathNot:
          '^services/chat/src/messages/(message|hidden-message|hidden-message-sql|picture-count-sql|(postgres|mongo)-read-messages|mongo-message-rows)\\.ts$',
      },
    },
    {
      name: 'features-of-a-front-end-never-import-each-other',
      severity: 'error',
      from: { path: '^frontends/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^frontends/$1/src/features/', pathNot: '^frontends/$1/src/features/$2/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.meadow)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
}
