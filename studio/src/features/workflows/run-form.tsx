import { useState } from 'react';
import { type EntitySummary, type Field, fieldLabel, labelOf, lookedUp, type Row } from '../../data/entity';
import type { Fault, Refusal } from '../../data/refusal';
import { saveFile } from '../../data/save-file';
import { useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { fieldOfToken, type ListedWorkflow, targetOf, type Token } from '../../queries/workflows';
import { Editor } from '../../fields/editor';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Refused } from '../../ui/states';
import styles from './workflows.module.css';

interface Props {
  readonly workflow: ListedWorkflow;
  /** Called with the id of the run when the service has stored it. */
  readonly onStart: (runId: string) => void;
}

/** The tokens of a workflow, and the button that runs it. */
export function RunForm({ workflow, onStart }: Props) {
  const { entities } = useStudio();
  const tokens = workflow.Tokens ?? [];
  const [values, setValues] = useState<Row>(() => defaultsOf(tokens));
  const { start, progress, isPending, refusal } = useStart(workflow, onStart);
  const textOf = (fault: Fault, { Name, Required }: Token): string =>
    Required && isNothing(values[Name]) ? t('fault.required') : fault.Message;
  const namedText = (fault: Fault): string => {
    const token = tokens.find(({ Name }) => pathOf(Name) === fault.Path);
    return token === undefined
      ? fault.Message
      : `${fieldLabel(labelledField(token, entities))}: ${textOf(fault, token)}`;
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        start(sent(tokens, values));
      }}
    >
      {tokens.map((token) => {
        const target = targetOf(token, entities);
        return (
          <Editor
            key={token.Name}
            entityName={target ?? workflow.EntityName ?? ''}
            listOf={target}
            field={labelledField(token, entities)}
            value={values[token.Name]}
            onChange={(value) => setValues((before) => ({ ...before, [token.Name]: value }))}
            errors={faultsOf(refusal, token).map((fault) => textOf(fault, token))}
          />
        );
      })}
      {refusal !== undefined && (
        <Refused refusal={refusal} textOf={namedText}>
          <WhyRefused refusal={refusal} entity={ofEntity(workflow)} operation="Execute" />
        </Refused>
      )}
      <Line>
        <Button type="submit" look="primary" isPending={isPending}>
          {t('run')}
        </Button>
        <span role="status">{progress}</span>
      </Line>
    </form>
  );
}

/** Entity whose workflows are explained; undefined for a workflow without one. */
const ofEntity = ({ EntityName }: ListedWorkflow) => (EntityName === null ? undefined : { EntityName });

const defaultsOf = (tokens: readonly Token[]): Row =>
  Object.fromEntries(tokens.map(({ Name, Default }) => [Name, Default ?? null]));

/** Values as the service takes them; those that are not given are left out. */
const sent = (tokens: readonly Token[], values: Row): Row =>
  Object.fromEntries(
    tokens
      .map(({ Name }) => [Name, values[Name]] as const)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, isLookedUp(value) ? lookedUp(value)!.id : value]),
  );

const isLookedUp = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'Id' in value && 'Text' in value;

const faultsOf = (refusal: Refusal | undefined, { Name }: Token): readonly Fault[] =>
  (refusal?.faults ?? []).filter(({ Path }) => Path === pathOf(Name));

const pathOf = (name: string): string => `Reqtokens.${name}`;

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** The field of a token; one that names an entity, such as CustomerId, has the entity's label. */
function labelledField(token: Token, entities: readonly EntitySummary[]): Field {
  const target = targetOf(token, entities);
  const named = entities.find(({ EntityName }) => EntityName === target && token.Name === `${EntityName}Id`);
  const field = fieldOfToken(token, target);
  return named === undefined ? field : { ...field, Label: labelOf(named) };
}

/** Runs the workflow once, however often the answer is lost, and saves the file that it may answer at once. */
function useStart(workflow: ListedWorkflow, onStart: (runId: string) => void) {
  const [isStored, setStored] = useState(false);
  const { send, progress, isPending, refusal } = useWrite({
    write: ({ sendForFile }, Reqtokens: Row) => {
      setStored(false);
      return sendForFile(`/workflows/execute/${workflow.Id}`, {
        method: 'POST',
        body: { Reqtokens },
        headers: { Prefer: 'respond-async' },
        accepted: (runId) => {
          setStored(true);
          onStart(runId);
        },
      });
    },
    onDone: (answer) => {
      if (answer instanceof File) saveFile(answer);
      else if (answer.CorrelationId !== null) onStart(answer.CorrelationId);
    },
  });
  // What a stored run has met stands with its steps.
  return { start: send, progress, isPending, refusal: isStored ? undefined : refusal };
}
