import './style.css';
import { projects } from '#identity/projects.ts';
import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Picture } from '../../components/Picture.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { placeOf } from '../../places.ts';
import type { Project, StudyPart } from '../../prerender/schema.ts';
import place from './place.ts';
import { Study } from './Study.tsx';
import { ourWork } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={ourWork.heading} lead={ourWork.lead} place={place} />
      <Gallery projects={projects} />
      <Invitation words={ourWork.invitation}>
        <TextLink to={placeOf('services')} />
      </Invitation>
    </>
  );
}

export function Gallery({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) {
    return (
      <Section heading={ourWork.empty.heading}>
        <p>{ourWork.empty.text}</p>
      </Section>
    );
  }
  return projects.map((project) => <Entry key={project.slug} project={project} />);
}

function Entry({ project }: { readonly project: Project }) {
  const { title, href, pictures = [], source, study = [], figures = [], isExample = false } = project;
  return (
    <Section
      heading={title}
      className="project"
      beside={
        <>
          <p className="project-client">
            <span translate="no">{project.client}</span>, {project.year}
          </p>
          {isExample && <p className="example">{ourWork.example}</p>}
          <Contents parts={study} />
        </>
      }
    >
      <p className="lead">{project.summary}</p>
      {figures.length > 0 && (
        <dl className="figures">
          {figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {project.method && <p className="project-method">{project.method}</p>}
      <Pictures pictures={pictures} />
      {(href || source) && (
        <p className="actions">
          {href && <a href={href}>{`${ourWork.visit} ${title}`}</a>}
          {source && <a href={source.href}>{source.text}</a>}
        </p>
      )}
      {study.map((part) => (
        <Study key={part.heading} part={part} />
      ))}
    </Section>
  );
}

/** Below the fold on phones, so that they delay nothing above. */
const Pictures = ({ pictures }: { readonly pictures: NonNullable<Project['pictures']> }) =>
  pictures.length > 0 && (
    <ul className="pictures">
      {pictures.map((picture) => (
        <li key={picture.alt}>
          <Picture
            picture={picture}
            sizes={
              pictures.length === 1
                ? '(min-width: 74.5rem) 46rem, (min-width: 60rem) 62vw, 92vw'
                : '(min-width: 45rem) 15rem, 45vw'
            }
          />
          {picture.caption && <p>{picture.caption}</p>}
        </li>
      ))}
    </ul>
  );

/** Links to the parts of a long study, in the column that stays in view. */
const Contents = ({ parts }: { readonly parts: readonly StudyPart[] }) => {
  const named = parts.flatMap(({ slug, heading }) => (slug === undefined ? [] : [{ slug, heading }]));
  return (
    named.length > 0 && (
      <ul className="link-list project-contents">
        {named.map(({ slug, heading }) => (
          <li key={slug}>
            <a href={`#${slug}`}>{heading}</a>
          </li>
        ))}
      </ul>
    )
  );
};
