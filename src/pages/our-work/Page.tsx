import './style.css';
import { projects } from '#identity/projects.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Picture } from '../../components/Picture.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { Tree } from '../../components/Tree.tsx';
import type { Project } from '../../identity/types.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import contactPlace from '../contact-us/place.ts';
import place from './place.ts';
import { ourWork } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={ourWork.heading} lead={ourWork.lead} place={place} />
      <Gallery projects={projects} />
    </>
  );
}

/** The portfolio, or what to say while there is none. */
export function Gallery({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) {
    return (
      <Section heading={ourWork.empty.heading}>
        <p>{ourWork.empty.text}</p>
        <p>
          <TextLink to={contactPlace} className="button" />
        </p>
      </Section>
    );
  }
  return (
    <ul className="gallery">
      {projects.map((project, index) => (
        <li key={project.slug} {...scrollReveal(index)}>
          <ProjectEntry project={project} />
        </li>
      ))}
    </ul>
  );
}

function ProjectEntry({ project }: { readonly project: Project }) {
  const { slug, title, href, picture } = project;
  return (
    <article className="project">
      <div className="project-head">
        <div>
          <h2>{href ? <a href={href}>{title}</a> : title}</h2>
          <p className="project-client">
            {project.client}, {project.year}
          </p>
        </div>
        {picture && <Tree seed={slug} kind="young" />}
      </div>
      {picture ? (
        <Picture
          picture={picture}
          sizes="(min-width: 74.5rem) 41rem, (min-width: 60rem) 55vw, 92vw"
        />
      ) : (
        <div className="project-tree">
          <Tree seed={slug} kind="grown" />
        </div>
      )}
      <div className="project-words">
        <p>{project.summary}</p>
        <dl className="figures">
          {project.figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="project-method">{project.method}</p>
      </div>
    </article>
  );
}
