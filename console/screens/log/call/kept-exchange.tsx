import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Eye } from '../../../parts/inline/shapes.ts'
import { Time } from '../../../parts/inline/time.tsx'
import { Code } from '../../../parts/page/code.tsx'
import { JsonCode } from '../../../parts/page/json-code.tsx'
import { LoadingBox, ProblemBox } from '../../../parts/page/loaded.tsx'
import { ApiError, type ApiSchemas, api, unwrap } from '../../../state/gateway/api.ts'
import { useMay } from '../../../state/gateway/session.ts'
import { logTexts } from '../log-texts.ts'
import css from './kept-exchange.module.css'

const t = logTexts.kept

type Exchange = ApiSchemas['CallExchange']

/** JSON as such; anything else as the text that it is. */
const Body = ({ label, text }: { readonly label: string; readonly text: string | null }) => {
  if (text === null || text === '') return <p className="quiet">{t.noBody}</p>
  try {
    return <JsonCode label={label} value={JSON.parse(text)} />
  } catch {
    return <Code label={label}>{text}</Code>
  }
}

const Whole = ({ exchange: { parameters, request, answer, is_cut, kept_until } }: { readonly exchange: Exchange }) => (
  <>
    <h3>{t.parameters}</h3>
    <JsonCode label={t.parameters} value={parameters} />
    <h3>{t.request}</h3>
    {request === null ? (
      <p className="quiet">{t.nothingSent}</p>
    ) : (
      <>
        <p className={css.line}>
          <code>
            {request.method} {request.url}
          </code>
        </p>
        <Body label={t.request} text={request.body} />
      </>
    )}
    <h3>{answer === null ? t.answer : t.answerOf(answer.status)}</h3>
    {answer === null ? <p className="quiet">{t.noAnswer}</p> : <Body label={t.answer} text={answer.body} />}
    <p className="quiet">
      {is_cut && `${t.cut} `}
      {t.keptUntil} <Time at={kept_until} />.
    </p>
  </>
)

const NotKept = ({ tenant }: { readonly tenant: string | null }) => (
  <p className="quiet">
    {t.none}{' '}
    {tenant !== null && (
      <Link to="/tenants/$id/settings" params={{ id: tenant }}>
        {t.turnOn}
      </Link>
    )}
  </p>
)

interface Props {
  /** The id of the entry in the log. */
  readonly id: string
  readonly tenant: string | null
}

/** The request and response of a failed call. It is read on demand only: each reading is an entry of the tenant's log. */
export const KeptExchange = ({ id, tenant }: Props) => {
  const mayRead = useMay('operator')
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['call', id, 'exchange'],
    queryFn: () => unwrap(api.GET('/admin/calls/{call_id}/exchange', { params: { path: { call_id: id } } })),
    enabled: isAsked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!mayRead) return null
  if (!isAsked) {
    return (
      <p>
        <Button icon={Eye} onClick={() => setAsked(true)}>
          {t.show}
        </Button>
      </p>
    )
  }
  if (error instanceof ApiError && error.status === 404) return <NotKept tenant={tenant} />
  if (error) return <ProblemBox error={error} retry={refetch} />
  return <div className={css.kept}>{data ? <Whole exchange={data} /> : <LoadingBox />}</div>
}
