<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Configuration\Configuration;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\Dispatcher;
use Enquiry\Delivery\EnquiryRepository;
use Enquiry\Delivery\Intake;
use Enquiry\Delivery\MailSender;
use Enquiry\Delivery\Recipients;
use Enquiry\Delivery\Sender;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\FormEndpoint;
use Enquiry\Http\Origins;
use Enquiry\Http\PageResponder;
use Enquiry\Http\Responses;
use Enquiry\Http\SpamSigns;
use Enquiry\Http\Suspects;
use Enquiry\Log\ApplicationLog;
use Enquiry\Mail\LoginPause;
use Enquiry\Operations\Alerts;
use Enquiry\Operations\Checkup;
use Enquiry\Operations\Chores;
use Enquiry\Operations\Told;
use Enquiry\Operations\Worker;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;

/**
 * Puts the parts together, for production and for tests.
 *
 * @phpstan-import-type Refusal from LoginPause
 */
final readonly class Parts
{
    public function __construct(
        private Configuration $configuration,
        private Clock $clock = new Clock(),
        private Randomizer $randomizer = new Randomizer(),
    ) {}

    public function endpoint(string $name = 'contact'): FormEndpoint
    {
        $configuration = $this->configuration;
        Request::setTrustedProxies(
            $configuration->proxies ?? [],
            Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO,
        );
        $origins = new Origins($configuration->siteUrl, $this->randomizer);

        return new FormEndpoint(
            $configuration->forms->get($name),
            fn(): PageResponder => $this->page($name),
            $origins,
            new SpamSigns($origins, new Suspects($configuration->folder())),
            $configuration->proxies === null ? null : new ClientAddresses($configuration->folder()),
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

    public function log(): LoggerInterface
    {
        return new ApplicationLog($this->configuration->folder(), $this->clock);
    }

    public function limitedLog(): LoggerInterface
    {
        return new ApplicationLog($this->configuration->folder(), $this->clock, isLimited: true);
    }

    public function page(string $form): PageResponder
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

    public function checkup(): Checkup
    {
        $configuration = $this->configuration;

        return new Checkup(
            $configuration->forms,
            $configuration->database(),
            $configuration->folder(),
            $this->chores(),
            $this->clock,
            $configuration->problems(),
            $configuration->recipientsWithoutForm(),
            $configuration->deliveriesPerHour,
            $configuration->console,
            $this->refusedLogin(...),
        );
    }

    public function loginPause(): LoginPause
    {
        return new LoginPause($this->configuration->folder(), $this->clock);
    }

    /** @return ?Refusal */
    private function refusedLogin(): ?array
    {
        return $this->configuration->canMail()
            ? $this->loginPause()->refusal($this->configuration->mail()->smtp->login())
            : null;
    }

    public function queue(): DeliveryQueue
    {
        $configuration = $this->configuration;

        return new DeliveryQueue(
            $configuration->database(),
            static fn(): Recipients => $configuration->mail()->recipients,
            $configuration->deliveriesPerHour,
        );
    }

    /**
     * Delivers nothing without valid mail settings, because they say who gets the enquiries.
     * @param bool $isVisit whether a web server runs it
     */
    public function dispatcher(bool $isVisit): Dispatcher
    {
        $configuration = $this->configuration;
        $webhook = $configuration->webhook($this->clock);

        return new Dispatcher(
            $this->queue(),
            !$configuration->canMail() ? [] : [
                Dispatcher::MAIL => $this->mailSender(...),
                ...$webhook === null ? [] : [Recipients::WEBHOOK => static fn(): Sender => $webhook],
            ],
            $configuration->forms,
            $this->clock,
            $this->log(),
            $isVisit ? $configuration->folder() : null,
        );
    }

    /** @return ?MailSender null during a pause, so that all are still due when it ends */
    private function mailSender(): ?MailSender
    {
        $mail = $this->configuration->mail();
        if ($this->loginPause()->isOn($mail->smtp->login())) {
            return null;
        }
        $repository = new EnquiryRepository($this->configuration->database());

        return new MailSender(
            $repository,
            $this->queue(),
            $mail->mailer($this->clock, $this->loginPause()),
            $mail->recipients,
            $mail->operators,
            $this->clock,
        );
    }

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

    /** @return ?Alerts null without valid mail settings */
    public function alerts(): ?Alerts
    {
        if (!$this->configuration->canMail()) {
            return null;
        }
        $mail = $this->configuration->mail();
        $told = new Told($this->configuration->folder(), Told::ALERT, $this->clock);

        return new Alerts($told, $mail->mailer($this->clock, $this->loginPause()), $mail->operators);
    }

    public function chores(): Chores
    {
        $configuration = $this->configuration;

        return new Chores(
            $configuration->database(),
            $this->queue(),
            $configuration->folder(),
            $configuration->keptDays(),
            $this->clock,
            $this->log(),
        );
    }
}
