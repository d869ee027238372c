<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\OperatorPage;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\FormEndpoint;
use Enquiry\Http\Origins;
use Enquiry\Http\PageResponder;
use Enquiry\Http\Responses;
use Enquiry\Http\SpamSigns;
use Enquiry\Http\Suspects;
use Enquiry\Log\ApplicationLog;
use Enquiry\Queue\Alerts;
use Enquiry\Queue\Checkup;
use Enquiry\Queue\Chores;
use Enquiry\Queue\DeliveryQueue;
use Enquiry\Queue\Dispatcher;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\Finding;
use Enquiry\Queue\Intake;
use Enquiry\Queue\MailSender;
use Enquiry\Queue\Sender;
use Enquiry\Queue\Worker;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Puts the parts together, for production and for tests. Answers contact_work.php. */
final readonly class Application
{
    /** A request starts no delivery after this time. */
    private const WORK_SECONDS = 20;

    /** Visits do what the worker does at most once in this time, because it may have stopped. */
    private const CHECK_SECONDS = 900;

    public function __construct(
        private Configuration $configuration,
        private Clock $clock = new Clock(),
        private Randomizer $randomizer = new Randomizer(),
    ) {}

    /** @param string $script the name of a script of the endpoint, such as contact_process.php */
    public static function answer(string $script, Installation $installation): void
    {
        // Not Request::createFromGlobals(): for some methods it reads bodies of any size.
        $request = new Request($_GET, [], [], $_COOKIE, [], $_SERVER);
        if ($script === 'contact_work.php') {
            // It shows errors in the configuration, so it loads it itself. No delivery follows it.
            $refusal = OperatorPage::refusal($request, $installation);
            $isDoctor = $request->query->has('doctor');
            Responses::send($refusal ?? ($isDoctor
                ? self::statusPage($request, $installation)
                : self::work($installation)));

            return;
        }
        $isHealth = $script === 'contact_health.php';
        $parts = new self($isHealth ? Configuration::load($installation) : Configuration::loadToAccept($installation));
        $response = match ($script) {
            'contact_health.php' => $parts->health(),
            'contact_sent.php' => $parts->confirmation($request),
            default => $parts->endpoint(basename($script, '_process.php'))->handle($request),
        };
        if (Responses::send($response)) {
            $parts->deliverAfterAnswer();
        }
    }

    public function endpoint(string $name = 'contact'): FormEndpoint
    {
        $configuration = $this->configuration;
        Request::setTrustedProxies(
            $configuration->proxies,
            Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO,
        );
        $origins = new Origins($configuration->siteUrl, $this->randomizer);

        return new FormEndpoint(
            $configuration->forms->get($name),
            fn(): PageResponder => $this->page($name),
            $origins,
            new SpamSigns($origins, new Suspects($configuration->folder())),
            new ClientAddresses($configuration->folder()),
            new Intake(
                $configuration->database(),
                $this->clock,
                $this->randomizer,
                $configuration->rateLimit,
                $configuration->promise(),
            ),
            $this->limitedLog(...),
        );
    }

    private function log(): LoggerInterface
    {
        return new ApplicationLog($this->configuration->folder(), $this->clock);
    }

    private function limitedLog(): LoggerInterface
    {
        return new ApplicationLog($this->configuration->folder(), $this->clock, isLimited: true);
    }

    private function page(string $form): PageResponder
    {
        $configuration = $this->configuration;
        $responses = new Responses($configuration->pagesFolder, $this->limitedLog());

        return new PageResponder(
            $configuration->forms->get($form),
            $responses,
            $this->clock,
            $configuration->servicePrefix,
        );
    }

    public function confirmation(Request $request): Response
    {
        $asked = $request->query->all()['form'] ?? '';
        $isKnown = \in_array($asked, $this->configuration->forms->names(), true);

        return $this->page($isKnown ? $asked : 'contact')->confirmation($request);
    }

    /** Never throws: the visitor already has the answer, and the worker will retry. */
    public function deliverAfterAnswer(): void
    {
        $deliver = fn(): int => $this->dispatcher(isVisit: true)->deliver(self::WORK_SECONDS);
        foreach (['delivery' => $deliver, 'daily work' => $this->standInForWorker(...)] as $what => $do) {
            try {
                $do();
            } catch (\Throwable $failure) {
                $this->limitedLog()->error("After the answer, the {$what} failed. The worker will retry.", [
                    'event' => "{$what} failed",
                    'exception' => $failure,
                ]);
            }
        }
    }

    private function standInForWorker(): void
    {
        $checked = new NoteFile($this->configuration->folder(), 'alert-check.note', $this->clock);
        if (!$checked->isDue(self::CHECK_SECONDS)) {
            return;
        }
        try {
            $chores = $this->chores();
            $chores->doDue($chores->times());
        } finally {
            // A database that is gone stops the chores, and is the reason for an alert.
            $this->alerts()->tell($this->checkup()->findings());
        }
    }

    public function health(): Response
    {
        return OperatorPage::health($this->checkup(), $this->configuration->release);
    }

    /** For a cron that only opens addresses. */
    private static function work(Installation $installation): Response
    {
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);
        [$mailed, $parts] = [0, null];
        try {
            $parts = new self(Configuration::load($installation));
            [$mailed, $findings] = $parts->worker(isVisit: true)->run(self::WORK_SECONDS);
        } catch (InvalidConfiguration|StoreUnavailable $failure) {
            $findings = [Finding::problem($failure->getMessage(), 'contact_work.php?doctor shows more.')];
        }
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = Finding::sorted($findings);
        // Services for cron disable a job that fails several times in a row, and the worker must go on.
        $isError = $parts === null || $parts->isCronDue(\count($problems));

        return Responses::json($isError ? 503 : 200, [
            'status' => $problems === [] ? 'ok' : 'failing',
            'mailed' => $mailed,
            'problems' => $problems,
            'warnings' => $warnings,
        ]);
    }

    /** Whether cron reports now: if there are more problems than in its last report of six hours. Each is a mail. */
    public function isCronDue(int $problems): bool
    {
        $note = new NoteFile($this->configuration->folder(), 'cron.note', $this->clock);
        $isNews = Alerts::isNews($note, $problems);
        if ($isNews || ($problems === 0 && $note->read(\PHP_INT_MAX) !== '0')) {
            $note->write((string) $problems);
        }

        return $isNews;
    }

    /** For an operator without a shell. */
    private static function statusPage(Request $request, Installation $installation): Response
    {
        try {
            // As an enquiry would: this may be the first page that an operator opens.
            Configuration::load($installation)->folder()->make();
        } catch (InvalidConfiguration|StoreUnavailable) {
            // Doctor says why.
        }
        $checkup = static fn(Configuration $configuration): Checkup => (new self($configuration))->checkup();

        return OperatorPage::findings($request, new Doctor($installation, $checkup));
    }

    public function checkup(): Checkup
    {
        $configuration = $this->configuration;

        return new Checkup(
            $configuration->forms,
            $configuration->database(),
            $configuration->folder(),
            $this->chores(),
            $this->clock,
            $configuration->deliveryErrors(),
            $configuration->deliveriesPerHour,
            $configuration->console,
        );
    }

    /**
     * Reads the mail settings when something is due: most visits deliver nothing.
     * @param bool $isVisit whether a web server runs it
     */
    private function dispatcher(bool $isVisit): Dispatcher
    {
        $configuration = $this->configuration;
        $webhook = $configuration->webhook($this->clock);
        $targets = static fn(): array => [
            ...$configuration->mail()->recipients,
            ...$configuration->hasWebhook ? [DeliveryQueue::WEBHOOK] : [],
        ];

        return new Dispatcher(
            new DeliveryQueue($configuration->database(), $targets, $configuration->deliveriesPerHour),
            [
                Dispatcher::MAIL => $this->mailSender(...),
                ...$webhook === null ? [] : [DeliveryQueue::WEBHOOK => static fn(): Sender => $webhook],
            ],
            $configuration->forms,
            $this->clock,
            $this->log(),
            $isVisit ? $configuration->folder() : null,
        );
    }

    private function mailSender(): MailSender
    {
        $mail = $this->configuration->mail();
        $repository = new EnquiryRepository($this->configuration->database());

        return new MailSender(
            $repository,
            $mail->mailer($this->clock),
            $mail->recipients,
            $mail->operators,
            $this->clock,
        );
    }

    /** @throws InvalidConfiguration without valid mail settings */
    public function worker(bool $isVisit = false): Worker
    {
        return new Worker(
            $this->dispatcher($isVisit),
            $this->configuration->database(),
            $this->chores(),
            $this->checkup(),
            $this->alerts(),
            $this->clock,
            $this->log(),
        );
    }

    private function alerts(): Alerts
    {
        $mail = $this->configuration->mail();

        return new Alerts($this->configuration->folder(), $mail->mailer($this->clock), $mail->operators, $this->clock);
    }

    public function chores(): Chores
    {
        $configuration = $this->configuration;

        return new Chores(
            $configuration->database(),
            $configuration->folder(),
            $configuration->keptDays(),
            $this->clock,
            $this->log(),
        );
    }
}
